/** What must be in every output, computed from the json alone: none of the code of the writers is used. */
import { fieldText } from '../model/block-text.ts';
import type { Block, DocumentNode, Link, List, Span, Table, Text } from '../model/blocks.ts';
import type { Document } from '../model/document.ts';
import { listStyle } from '../model/list-labels.ts';
import { type Facts, type LinkFact, normal } from './facts.ts';

const targetOf = (link: Link) => ('url' in link ? link.url : `#page-${link.page}`);

/** Marks of footnotes are links of html: to the footnote, and back from the footnote itself. */
function spanTarget({ link, note }: Span, notes: NoteMarks, own: string | undefined): string | undefined {
  if (note === undefined) return link && targetOf(link);
  if (notes === 'references') return undefined;
  return note === own ? `#note-mark-${note}` : `#note-${note}`;
}

/** Character by character: the first link that covers a character has it. */
function textLinks({ content, spans }: Text, notes: NoteMarks, own: string | undefined): LinkFact[] {
  const targets = Array<string | undefined>(content.length).fill(undefined);
  for (const span of spans) {
    const to = spanTarget(span, notes, own);
    if (to !== undefined) for (let at = span.start; at < span.end; at++) targets[at] ??= to;
  }
  const links: { target: string; words: string }[] = [];
  for (const [at, target] of targets.entries()) {
    const last = links.at(-1);
    if (target === undefined) continue;
    if (last && at > 0 && targets[at - 1] === target) last.words += content[at] ?? '';
    else links.push({ target, words: content[at] ?? '' });
  }
  return links
    .map(({ target, words }) => ({ target, words: normal(words) }))
    .filter(({ words }) => words !== '');
}

/** Gfm tables have no lists: their items stand one after the other, with numbers as text. */
export type CellLists = 'as lists' | 'as text';

/** Html links the marks of footnotes; markdown has references in their place. */
export type NoteMarks = 'links' | 'references';

/** Without the marks that markdown has references for. */
function textOf({ content, spans }: Text, notes: NoteMarks): string {
  if (notes === 'links') return content;
  const marks = spans.filter(({ note }) => note !== undefined);
  return [...content.split('').entries()]
    .filter(([at]) => !marks.some(({ start, end }) => start <= at && at < end))
    .map(([, unit]) => unit)
    .join('');
}

type Collected = {
  readonly cellLists: CellLists;
  readonly noteMarks: NoteMarks;
  notes: string[];
  texts: string[];
  links: LinkFact[];
  images: string[];
  tables: string[][][];
};

function collectList(list: List, into: Collected, inTable: boolean): void {
  const style = listStyle(list);
  const withLabels = style === 'labels' || (inTable && into.cellLists === 'as text');
  for (const item of list.kids) {
    const { label = '' } = item;
    if (withLabels) into.texts.push(style === 'bullets' && label !== '' ? '•' : label);
    collectText(item, into);
    collect(item.kids, into, inTable);
  }
}

function collectText(text: Text, into: Collected, own?: string): void {
  const { noteMarks } = into;
  into.texts.push(textOf(text, noteMarks));
  into.links.push(...textLinks(text, noteMarks, own));
  const marks = text.spans.flatMap(({ note }) => (note === undefined || note === own ? [] : [note]));
  into.notes.push(...(own === undefined ? [] : [`${own}:`]), ...marks);
}

function collectTable(table: Table, into: Collected, inTable: boolean): void {
  const own: Collected = { ...into, texts: [] };
  const grid = cellTexts(table, own);
  if (!inTable && grid.length > 0) into.tables.push(grid);
  into.texts.push(...grid.flat());
}

/** Cells at their columns; places that nothing fills are empty. */
function cellTexts(table: Table, into: Collected): string[][] {
  const taken = new Map<string, string>();
  let width = 1;
  for (const [row, { kids }] of table.kids.entries()) {
    let column = 0;
    for (const cell of kids) {
      column = Math.max(column, cell.column - 1);
      while (taken.has(`${row},${column}`)) column++;
      const inside: Collected = { ...into, texts: [] };
      collect(cell.kids, inside, true);
      cover(taken, table, row, column, cell);
      taken.set(`${row},${column}`, normal(inside.texts.join(' ')));
      width = Math.max(width, column + 1);
    }
  }
  for (const key of taken.keys()) width = Math.max(width, Number(key.split(',')[1]) + 1);
  return table.kids.map((_, row) =>
    Array.from({ length: width }, (__, column) => taken.get(`${row},${column}`) ?? ''),
  );
}

function cover(
  taken: Map<string, string>,
  table: Table,
  row: number,
  column: number,
  cell: { readonly row_span: number; readonly column_span: number },
): void {
  const rows = Math.min(cell.row_span, table.kids.length - row);
  for (let r = row; r < row + rows; r++) {
    for (let c = column; c < column + cell.column_span; c++) taken.set(`${r},${c}`, '');
  }
}

function collect(nodes: readonly Block[], into: Collected, inTable: boolean): void {
  for (const node of nodes) {
    switch (node.type) {
      case 'list':
        collectList(node, into, inTable);
        break;
      case 'table':
        collectTable(node, into, inTable);
        break;
      case 'field':
        into.texts.push(fieldText(node));
        break;
      case 'figure':
        if (node.image !== undefined) into.images.push(node.image);
        collect(node.kids, into, inTable);
        break;
      case 'artifact':
        collect(node.kids, into, inTable);
        break;
      case 'code':
        into.texts.push(node.content);
        break;
      default:
        collectText(node, into, node.type === 'footnote' ? node.note : undefined);
    }
  }
}

export function jsonFacts(document: Document, cellLists: CellLists, noteMarks: NoteMarks): Facts {
  const into: Collected = { cellLists, noteMarks, notes: [], texts: [], links: [], images: [], tables: [] };
  collect(document.kids, into, false);
  return { ...into, text: normal(into.texts.join(' ')) };
}

/** Every text anywhere in the json, whatever the name of the property it is under. */
export function contentsAnywhere(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(contentsAnywhere);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'content' && typeof member === 'string' ? [member] : contentsAnywhere(member),
  );
}

export const contentOf = (node: DocumentNode): readonly string[] => ('content' in node ? [node.content] : []);
