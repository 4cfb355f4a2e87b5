/** The pages generated from benchmark results; none if nothing was measured. */
import { join } from 'node:path';
import { allBenches } from '../../bench/benches/all.ts';
import { pagesFrom } from '../../bench/report/pages.ts';
import { readResults } from '../../bench/results.ts';

export function benchPages(root: string): Record<string, () => string> {
  const order = allBenches.map(({ name }) => name);
  const pages = pagesFrom(readResults(join(root, 'bench/results')), order);
  return Object.fromEntries([...pages].map(([path, text]) => [path, () => text]));
}
