/** Pages without tables, listed in `tableless-pages.json` and checked by eye: a table found on them is a false one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parsed } from '../parsers/parser.ts';

/** `root` says which directory the file is in: the gold directory, the corpus, or our own documents. */
type Listed = { readonly root: 'gold' | 'corpus' | 'own'; readonly file: string; readonly pages: string };

export type TablelessPages = {
  readonly file: string;
  readonly pdf: string;
  readonly pages: readonly number[];
};

/** `1-3,7` → 1, 2, 3, 7. */
export function pagesFrom(ranges: string): readonly number[] {
  return ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

const listPath = join(import.meta.dirname, '../tableless-pages.json');

/** Those whose file is there. */
export function loadTableless(roots: { readonly gold?: string; readonly corpus?: string }): TablelessPages[] {
  const directories = { ...roots, own: join(import.meta.dirname, '../born') };
  const listed = JSON.parse(readFileSync(listPath, 'utf8')) as readonly Listed[];
  return listed.flatMap(({ root, file, pages }) => {
    const pdf = join(directories[root] ?? '', file);
    if (directories[root] === undefined || !existsSync(pdf)) return [];
    return [{ file: `${root}/${file}`, pdf, pages: pagesFrom(pages) }];
  });
}

export type FalseTables = {
  readonly pages: number;
  readonly pagesWithTables: number;
  readonly files: readonly { readonly file: string; readonly pages: readonly number[] }[];
};

export async function falseTablesOf(
  parse: (pdf: string) => Promise<Parsed>,
  listed: readonly TablelessPages[],
): Promise<FalseTables | undefined> {
  const files: { file: string; pages: readonly number[] }[] = [];
  for (const { file, pdf, pages } of listed) {
    const { tablePages } = await parse(pdf);
    if (tablePages === undefined) return undefined;
    const wrong = pages.filter((page) => tablePages.has(page));
    if (wrong.length > 0) files.push({ file, pages: wrong });
  }
  const count = (lists: readonly { readonly pages: readonly number[] }[]) =>
    lists.reduce((sum, { pages }) => sum + pages.length, 0);
  return listed.length === 0 ? undefined : { pages: count(listed), pagesWithTables: count(files), files };
}
