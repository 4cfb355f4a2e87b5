/** A map of a document: as many levels of its outline as fit into a few rows. */
import { itemsThatFit } from '../answer.ts';
import type { CallOptions, DocumentSource, Outline, OutlineRow } from '../document-source.ts';
import { oneLine } from '../untrusted-text.ts';
import { labelField, pageText } from './tool.ts';

const rowsMax = 40;
const tokensMax = 2_500;
const deepest = 3;
/** With boxes and counts, a row has more tokens than in the map. */
const outlineTokens = 8_000;

export type MapRow = {
  readonly title: string;
  readonly level: number;
  readonly page?: number;
  readonly label?: string;
  readonly ref?: string;
  readonly tokens: number;
};

function toRow({ ref, title, level, page, label, tokens_with_children: tokens }: OutlineRow): MapRow {
  return {
    title: oneLine(title, 120),
    level,
    ...(page !== null && { page, ...labelField(label) }),
    ...(ref !== null && { ref }),
    tokens,
  };
}

export function mapLine({ ref, title, level, page, label, tokens }: MapRow): string {
  const facts = [
    ...(page === undefined ? [] : [pageText(page, label)]),
    `${tokens} tokens`,
    ...(ref === undefined ? [] : [ref]),
  ];
  return `${'  '.repeat(Math.max(0, Math.min(level, 6) - 1))}- ${title} [${facts.join(', ')}]`;
}

export const outlineLines = ({ items }: Outline): readonly string[] =>
  items.map((row) => mapLine(toRow(row)));

export type DocumentMap = {
  readonly document: Outline['document'];
  readonly rows: readonly MapRow[];
  /** The outline has more rows of these levels. */
  readonly isCut: boolean;
};

export async function mapOf(source: DocumentSource, id: string, options: CallOptions): Promise<DocumentMap> {
  for (let depth = deepest; ; depth--) {
    const outline = await source.outline(id, { depth, max_tokens: outlineTokens }, options);
    const rows = outline.items.map(toRow);
    const shown = rows.slice(
      0,
      Math.min(
        rowsMax,
        itemsThatFit(rows, tokensMax, mapLine, (row) => row),
      ),
    );
    const isCut = shown.length < rows.length || outline.next_cursor !== null;
    if (!isCut || depth === 1) return { document: outline.document, rows: shown, isCut };
  }
}
