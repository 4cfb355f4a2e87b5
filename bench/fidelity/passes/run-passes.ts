/** `npm run bench -- fidelity --passes`. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commitHash } from '@octavo/testkit/runner/machine.ts';
import { scratch } from '../../scratch.ts';
import { loadSets } from '../truth/sets.ts';
import type { ChildAnswer, ChildRequest } from './child.ts';
import { extractSets } from './extractions.ts';
import { mergePasses, readPasses, writePasses } from './results.ts';

const answerBytesMax = 16 * 1_048_576;

async function ask(request: ChildRequest): Promise<ChildAnswer> {
  const args = [join(import.meta.dirname, 'child.ts'), JSON.stringify(request)];
  const options = { maxBuffer: answerBytesMax };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return JSON.parse(stdout) as ChildAnswer;
}

export async function runPasses(
  { gold, sets }: { readonly gold: string; readonly sets: readonly string[] },
  say: (text: string) => void,
): Promise<void> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    const root = await scratch({ atEnd: (end) => void endings.push(end) });
    const extractions = join(root, 'extractions');
    await mkdir(extractions);
    const measured = loadSets(gold || undefined, sets);
    await extractSets(measured, extractions, root);
    const found = await ask({ gold, sets, extractions });
    say(`  ${found.passes.length} passes: ${found.msPerPage.toFixed(1)} ms a page`);
    const names = measured.map(({ name }) => name);
    const fresh = { at: new Date().toISOString(), commit: commitHash(), sets: names, ...found };
    writePasses(mergePasses(readPasses(), fresh));
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}
