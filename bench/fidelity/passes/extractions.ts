/** Extractions of the documents of all sets, made once and refined many times. */
import { chmod, copyFile, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { withDefaults } from '../../../server/src/domain/options.ts';
import { createEngine } from '../../../server/src/engine/engine.ts';
import type { GoldSet } from '../truth/sets.ts';

const timeoutMs = 300_000;
const options = withDefaults({ format: ['html'] });

export const extractionOf = (directory: string, set: string, id: string): string =>
  join(directory, `${set}--${id}.ndjson`);

export async function extractSets(sets: readonly GoldSet[], directory: string, root: string): Promise<void> {
  const documents = sets.flatMap((set) =>
    set.documents.map(({ id, pdf }) => ({ pdf, target: extractionOf(directory, set.name, id) })),
  );
  const engine = createEngine({ workDir: join(root, 'extracting'), slots: 1, preflightSlots: 1 });
  await engine.start();
  try {
    for (const { pdf, target } of documents) {
      const outDir = await mkdtemp(join(root, 'extraction-'));
      const sourcePath = join(root, 'a.pdf');
      await copyFile(pdf, sourcePath);
      await chmod(sourcePath, 0o644);
      const admitted = await engine.preflight({ path: sourcePath });
      if (admitted.status !== 'accepted') throw new Error(`${pdf}: ${admitted.status}`);
      const { pageCount } = admitted;
      const request = { sourcePath, pageCount, fileName: 'a.pdf', options, outDir, timeoutMs };
      const outcome = await engine.convert(request);
      if (outcome.status !== 'converted') throw new Error(`${pdf}: ${outcome.failure.detail}`);
      await rename(outcome.extraction.path, target);
    }
  } finally {
    await engine.close();
  }
}
