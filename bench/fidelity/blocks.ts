/** What is compared: a document as a flat list of blocks in reading order, whatever format it was read from. */

export type Cell = { readonly text: string; readonly rowSpan: number; readonly columnSpan: number };

export type TableBlock = {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
  /** Where the format says it. */
  readonly page?: number;
};

export type HeadingBlock = { readonly kind: 'heading'; readonly level: number; readonly text: string };

export type TextBlock = { readonly kind: 'paragraph' | 'item'; readonly text: string };

export type Block = TableBlock | HeadingBlock | TextBlock;

/** Characters that say nothing: soft hyphens, joiners, marks of direction, the byte order mark. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const bullets = /[\u2022\u25cf\u25e6\u25aa\u00b7\uf0b7]/g;

/** Text as it is compared: how quotes, dashes, ligatures and bullets are encoded is not a difference of content. */
export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(bullets, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export const isTable = (block: Block): block is TableBlock => block.kind === 'table';
export const isHeading = (block: Block): block is HeadingBlock => block.kind === 'heading';

export const tableText = ({ rows }: TableBlock): string =>
  rows.map((row) => row.map(({ text }) => text).join(' ')).join(' ');

export const blockText = (block: Block): string => (isTable(block) ? tableText(block) : block.text);

export const plainText = (blocks: readonly Block[]): string => normalize(blocks.map(blockText).join('\n'));

/** Collects blocks; empty texts and empty tables are no blocks. */
export class BlockList {
  readonly blocks: Block[] = [];

  text(kind: 'paragraph' | 'item', text: string): void {
    const normal = normalize(text);
    if (normal !== '') this.blocks.push({ kind, text: normal });
  }

  heading(level: number, text: string): void {
    const normal = normalize(text);
    if (normal !== '') this.blocks.push({ kind: 'heading', level, text: normal });
  }

  table(rows: readonly (readonly Cell[])[], page?: number): void {
    const filled = rows.filter((row) => row.length > 0);
    if (filled.length > 0)
      this.blocks.push({ kind: 'table', rows: filled, ...(page === undefined ? {} : { page }) });
  }
}
