/** The text of a chunk as it is embedded: the headings above it, then its content. */
import type { Table } from '../model/blocks.ts';
import type { TableFormat } from './chunk.ts';
import { type HeadingPaths, headingsOf } from './heading-path.ts';
import { rowsText } from './table-text.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { Unit } from './units.ts';

/** Rows of one table, as they follow each other in a chunk. */
export type TableRows = { readonly table: Table; readonly from: number; readonly to: number };

export function rowsOf(units: readonly Unit[]): TableRows | null {
  const rows = units.filter(({ kind }) => kind === 'table');
  const [first, last] = [rows[0], rows.at(-1)];
  if (first?.placed.block.type !== 'table') return null;
  return { table: first.placed.block, from: first.kids?.from ?? 0, to: last?.kids?.to ?? 0 };
}

function* contents(units: readonly Unit[], format: TableFormat): Generator<string> {
  const rows = rowsOf(units);
  let isTableDone = false;
  for (const unit of units) {
    if (unit.kind !== 'table') yield unit.text;
    else if (!isTableDone && rows) {
      isTableDone = true;
      yield rowsText(rows.table, rows.from, rows.to, format);
    }
  }
}

/** The path, and the units below it: headings with which a chunk begins are not repeated. */
export function groupParts(units: readonly Unit[], paths: HeadingPaths) {
  const headings = headingsOf(units);
  const path = paths.of(headings);
  const shown = path.text === '' ? [] : headings;
  let first = 0;
  while (units[first]?.kind === 'heading' && shown.includes(units[first]?.text ?? '')) first++;
  return { path, content: units.slice(first).filter(({ text }) => text !== '') };
}

export function groupText(units: readonly Unit[], paths: HeadingPaths, format: TableFormat): string {
  const { path, content } = groupParts(units, paths);
  return `${path.text}${[...contents(content, format)].join('\n')}`.trimEnd();
}

/** After a line break, only these can become part of a token that begins before it. */
const opensInside = /^[\s/]/;

/**
 * Tokens of the text of a group, from those of its units: a token ends at each line break, so they add up. Null if that
 * is not certain, as for tables, whose text is not that of their units.
 */
export function addedTokens(
  units: readonly Unit[],
  paths: HeadingPaths,
  tokenizer: Tokenizer,
): number | null {
  const { path, content } = groupParts(units, paths);
  const last = content.at(-1);
  const isAdditive = content.every(({ kind, text }) => kind !== 'table' && !opensInside.test(text));
  if (!last || !isAdditive || /\s$/.test(last.text)) return null;
  const before = content.slice(0, -1).reduce((sum, { tokens }) => sum + tokens, path.tokens);
  return before + tokensAtEnd(last, tokenizer);
}

/** In longer ones a tokenizer may cut. */
const wordCharsMax = 60;

/** Of a unit without the line break after it: of a text that ends with a plain word, only that is counted. */
function tokensAtEnd({ text, tokens }: Unit, tokenizer: Tokenizer): number {
  const space = text.lastIndexOf(' ');
  // No token goes over the space between two letters, and those behind it depend on nothing before it.
  const isPlain = /^\p{L} \p{L}/u.test(text.slice(space - 1, space + 2));
  if (!isPlain || text.length - space > wordCharsMax) return tokenizer.count(text);
  const word = text.slice(space);
  return tokens - tokenizer.count(`${word}\n`) + tokenizer.count(word);
}
