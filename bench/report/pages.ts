/** Writes the pages generated from results: the benchmarks with their charts, and the page on scale once all it needs is measured. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Result } from '../bench.ts';
import { readResults } from '../results.ts';
import { benchmarksPage } from './benchmarks-page.ts';
import { canDescribeScale, scalePage } from './scale-page.ts';

/** Files by their path in the repository; none where nothing was measured. */
export function pagesFrom(
  results: ReadonlyMap<string, Result>,
  order: readonly string[],
): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  if (results.size === 0) return pages;
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = [...results.values()].sort((left, right) => place(left.bench) - place(right.bench));
  const { text, charts } = benchmarksPage(sorted);
  pages.set('docs/reference/benchmarks.md', text);
  for (const [name, svg] of charts) pages.set(`docs/reference/benchmarks/${name}`, svg);
  if (canDescribeScale(results)) pages.set('docs/operations/scale.md', scalePage(results));
  return pages;
}

export function writePages(root: string, order: readonly string[]): void {
  const folder = join(root, 'docs/reference/benchmarks');
  // Charts of benches that are no more.
  const old = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of old) rmSync(join(folder, name));
  for (const [path, text] of pagesFrom(readResults(join(root, 'bench/results')), order)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
