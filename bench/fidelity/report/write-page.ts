/** Writes the page on fidelity and its charts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPasses } from '../passes/results.ts';
import type { FidelityResults } from '../results.ts';
import { ownSets } from '../truth/sets.ts';
import { fidelityPage } from './page.ts';
import { shownFormat } from './page-parts.ts';
import { takePictures } from './pictures.ts';
import { worstOf } from './worst.ts';

/** The worst of our own documents, by set. */
function worstOwn({ parsers }: FidelityResults): ReadonlyMap<string, readonly string[]> {
  const [ours] = parsers;
  return new Map(
    ownSets.map((set) => {
      const score = ours ? shownFormat(ours, set) : undefined;
      return [set, score ? worstOf(score).map(({ id }) => id) : []];
    }),
  );
}

export async function writeFidelityPage(root: string, results: FidelityResults): Promise<void> {
  await takePictures(worstOwn(results));
  const folder = join(root, 'docs/reference/fidelity');
  mkdirSync(folder, { recursive: true });
  const { text, charts } = fidelityPage(results, readPasses());
  for (const [name, svg] of charts) writeFileSync(join(folder, name), svg);
  writeFileSync(join(root, 'docs/reference/fidelity.md'), text);
}
