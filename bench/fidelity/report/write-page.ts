/** Writes the page on fidelity and its charts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FidelityResults } from '../results.ts';
import { fidelityPage } from './page.ts';

export async function writeFidelityPage(root: string, results: FidelityResults): Promise<void> {
  const folder = join(root, 'docs/reference/fidelity');
  mkdirSync(folder, { recursive: true });
  const { text, charts } = fidelityPage(results);
  for (const [name, svg] of charts) writeFileSync(join(folder, name), svg);
  writeFileSync(join(root, 'docs/reference/fidelity.md'), text);
}
