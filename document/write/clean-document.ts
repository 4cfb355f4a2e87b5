/**
 * The document as all writers see it: strings safe for every format, numbers rounded, links and images of allowed
 * kinds, nesting bounded, artifacts left out unless asked for. Writers that share it cannot disagree.
 */
import { isAllowedImage } from '../model/allowed-targets.ts';
import { textLines } from '../model/block-text.ts';
import type {
  Block,
  Cell,
  DocumentNode,
  Field,
  Figure,
  ListItem,
  Paragraph,
  Row,
  Table,
} from '../model/blocks.ts';
import type { DocumentHead, DocumentPart, DocumentStream } from '../model/document.ts';
import { isNoteName } from '../model/note-names.ts';
import { cleanBox, cleanCode, cleanString, cleanText, round } from './clean-text.ts';
import { withoutArtifacts } from './without-artifacts.ts';

/** Printed documents nest less than ten levels; what is deeper becomes paragraphs. */
const depthMax = 48;

type Scope = { readonly artifacts: boolean; readonly depth: number };

/** Also parts for converted pages on which no block begins, so that every page has its separator and anchor. */
export function* cleanParts(
  document: DocumentStream,
  options: { readonly includeHeaderFooter: boolean },
): Generator<DocumentPart> {
  const scope = { artifacts: options.includeHeaderFooter, depth: 0 };
  const { pages } = document.head;
  let next = 0;
  for (const part of document.parts()) {
    for (let page = pages[next]?.page; page !== undefined && page < part.page; page = pages[++next]?.page) {
      yield { page, kids: [] };
    }
    if (pages[next]?.page === part.page) next++;
    yield { page: part.page, kids: cleanBlocks(part.kids, scope) };
  }
  for (const { page } of pages.slice(next)) yield { page, kids: [] };
}

/** A clean part as it is with `includeHeaderFooter: false`. */
export const partWithoutArtifacts = ({ page, kids }: DocumentPart): DocumentPart => ({
  page,
  kids: withoutArtifacts(kids),
});

const optional = <K extends string>(key: K, text: string | undefined) =>
  (text === undefined ? {} : { [key]: cleanString(text) }) as { readonly [P in K]?: string };

export function cleanHead(head: DocumentHead): DocumentHead {
  return {
    schema: head.schema,
    ...optional('file_name', head.file_name),
    ...optional('title', head.title),
    ...optional('author', head.author),
    ...optional('language', head.language),
    page_count: head.page_count,
    pages: head.pages.map(({ page, label, width, height, rotation, ocr }) => ({
      page,
      ...optional('label', label),
      width: round(width),
      height: round(height),
      rotation,
      ...(ocr && { ocr: { words: ocr.words, confidence: round(ocr.confidence) } }),
    })),
    outline: head.outline.map(({ title, level, page }) => ({
      title: cleanString(title),
      level,
      ...(page !== undefined && { page }),
    })),
  };
}

function cleanBlocks(blocks: readonly Block[], scope: Scope): readonly Block[] {
  const kept = scope.artifacts ? blocks : blocks.filter(({ type }) => type !== 'artifact');
  if (scope.depth < depthMax)
    return kept.map((block) => cleanBlock(block, { ...scope, depth: scope.depth + 1 }));
  return kept.map((block) => (block.kids.length === 0 ? cleanBlock(block, scope) : asParagraph(block)));
}

const place = (node: DocumentNode) => ({ page: node.page, box: cleanBox(node.box) });

/** Leaves that are deeper than the bound still count as text. */
function asParagraph(block: Block): Paragraph {
  return {
    type: 'paragraph',
    ...place(block),
    content: cleanString(flatText(block)),
    spans: [],
    lines: [],
    kids: [],
  };
}

function flatText(block: Block): string {
  const texts: string[] = [];
  const pending: DocumentNode[] = [block];
  for (let node = pending.pop(); node; node = pending.pop()) {
    texts.push(...textLines([{ ...node, kids: [] } as unknown as DocumentNode]));
    for (const kid of node.kids.toReversed()) pending.push(kid);
  }
  return texts.join(' ');
}

function cleanBlock(block: Block, scope: Scope): Block {
  switch (block.type) {
    case 'list':
      return {
        type: 'list',
        ...place(block),
        ordered: block.ordered,
        ...(block.start !== undefined && { start: block.start }),
        kids: block.kids.map((item) => cleanItem(item, scope)),
      };
    case 'table':
      return cleanTable(block, scope);
    case 'figure':
      return cleanFigure(block, scope);
    case 'field':
      return cleanField(block);
    case 'artifact':
      return { type: 'artifact', ...place(block), kind: block.kind, kids: cleanBlocks(block.kids, scope) };
    case 'heading':
      return {
        type: 'heading',
        ...place(block),
        level: block.level,
        ...cleanText(block, cleanString),
        kids: [],
      };
    case 'paragraph':
      return {
        type: 'paragraph',
        ...place(block),
        ...(block.quote && { quote: block.quote }),
        ...cleanText(block, cleanString),
        kids: [],
      };
    case 'footnote':
      return {
        type: 'footnote',
        ...place(block),
        ...(block.note !== undefined && isNoteName(block.note) && { note: block.note }),
        ...cleanText(block, cleanString),
        kids: [],
      };
    case 'code':
      return { type: 'code', ...place(block), ...cleanText(block, cleanCode), kids: [] };
    default:
      return { type: block.type, ...place(block), ...cleanText(block, cleanString), kids: [] };
  }
}

const cleanItem = (item: ListItem, scope: Scope): ListItem => ({
  type: 'list_item',
  ...place(item),
  ...optional('label', item.label),
  ...cleanText(item, cleanString),
  kids: cleanBlocks(item.kids, scope),
});

const cleanTable = (table: Table, scope: Scope): Table => ({
  type: 'table',
  ...place(table),
  rows: table.rows,
  columns: table.columns,
  kids: table.kids.map(
    (row): Row => ({
      type: 'row',
      ...place(row),
      kids: row.kids.map((cell) => cleanCell(cell, scope)).sort((a, b) => a.column - b.column),
    }),
  ),
});

const cleanCell = (cell: Cell, scope: Scope): Cell => ({
  type: 'cell',
  ...place(cell),
  row: cell.row,
  column: cell.column,
  row_span: cell.row_span,
  column_span: cell.column_span,
  ...(cell.header && { header: cell.header }),
  kids: cleanBlocks(cell.kids, scope),
});

const cleanFigure = (figure: Figure, scope: Scope): Figure => ({
  type: 'figure',
  ...place(figure),
  ...(figure.image !== undefined && isAllowedImage(figure.image) && { image: figure.image }),
  ...optional('alt', figure.alt),
  kids: cleanBlocks(figure.kids, scope),
});

const cleanField = (field: Field): Field => ({
  type: 'field',
  ...place(field),
  name: cleanString(field.name),
  ...optional('label', field.label),
  field_type: field.field_type,
  value: cleanValue(field.value),
  content: cleanCode(field.content),
  kids: [],
});

function cleanValue(value: Field['value']): Field['value'] {
  if (typeof value === 'string') return cleanCode(value);
  return Array.isArray(value) ? value.map((item: string) => cleanCode(item)) : value;
}
