/** Our pool of slots without the service around it. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Converter } from '../../server/src/start/converter.ts';
import { type Document, type Manner, requestFor } from './documents.ts';

/** Fails when a single document does. */
export async function convertAll(
  engine: Converter,
  root: string,
  documents: readonly Document[],
  lanes: number,
  manner: Manner,
): Promise<void> {
  const queue = [...documents];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outDir = await mkdtemp(join(root, 'out-'));
      const outcome = await engine.convert(requestFor(next, manner, outDir, 30_000));
      if (outcome.status !== 'converted') throw new Error(`${next.name}: ${outcome.failure.detail}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
