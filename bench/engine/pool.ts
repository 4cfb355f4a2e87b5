/** Our slots without the service around them. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../server/src/ports/engine.ts';
import { type Document, type Manner, options } from './documents.ts';

/** Fails when a single document does. */
export async function convertAll(
  engine: Engine,
  root: string,
  documents: readonly Document[],
  lanes: number,
  manner: Manner,
): Promise<void> {
  const queue = [...documents];
  const lane = async () => {
    const outDir = await mkdtemp(join(root, 'out-'));
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { path, pageCount, name } = next;
      const request = {
        sourcePath: path,
        pageCount,
        fileName: 'a.pdf',
        options: options[manner],
        outDir,
        timeoutMs: 30_000,
      };
      const outcome = await engine.convert(request);
      if (outcome.status !== 'converted') throw new Error(`${name}: ${outcome.failure.detail}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
