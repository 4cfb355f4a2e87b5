/** Results as they are kept in `results.json`; sets that were not measured again keep their figures. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FormatScore, ParserScore, SetScore } from './measure.ts';

export type FidelityResults = {
  readonly at: string;
  readonly commit: string;
  readonly machine: string;
  readonly parsers: readonly ParserScore[];
};

export function readResults(path: string): FidelityResults | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FidelityResults) : undefined;
}

/** Items of the new list take the place of those with the same name; the others stay. */
function replaced<Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  merge: (before: Item, after: Item) => Item,
): readonly Item[] {
  const fresh = new Map(after.map((item) => [nameOf(item), item]));
  const old = new Set(before.map(nameOf));
  return [
    ...before.map((item) => {
      const match = fresh.get(nameOf(item));
      return match === undefined ? item : merge(item, match);
    }),
    ...after.filter((item) => !old.has(nameOf(item))),
  ];
}

const mergeFormats = (before: FormatScore, after: FormatScore): FormatScore => ({
  format: after.format,
  sets: replaced<SetScore>(
    before.sets,
    after.sets,
    ({ set }) => set,
    (_, one) => one,
  ),
});

const mergeParsers = (before: ParserScore, after: ParserScore): ParserScore => ({
  ...before,
  ...after,
  formats: replaced(before.formats, after.formats, ({ format }) => format, mergeFormats),
});

export const mergeResults = (
  before: FidelityResults | undefined,
  after: FidelityResults,
): FidelityResults => ({
  ...after,
  parsers: replaced(before?.parsers ?? [], after.parsers, ({ parser }) => parser, mergeParsers),
});

/** More than the page shows, so that its figures are rounded once. */
const digits = 6;
const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(digits)) : value;

/** One line for each document. */
function inLines(text: string): string {
  const flat = (part: string) => part.replaceAll(/\s*\n\s*/g, ' ');
  return text
    .replaceAll(/\{\s+[^{}]*\s+\}/g, flat)
    .replaceAll(/\{\s+[^{}]*\{[^{}]*\}\s+\}/g, flat)
    .replaceAll(/\[\s+[\d\s,]*\s+\]/g, flat);
}

export function writeResults(path: string, results: FidelityResults): void {
  writeFileSync(path, `${inLines(JSON.stringify(results, rounded, 1))}\n`);
}
