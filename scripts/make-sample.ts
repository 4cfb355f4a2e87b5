/**
 * Writes the sample document of the dashboard, and its results for people without an account:
 * `node scripts/make-sample.ts`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createConverter } from '../server/src/start/converter.ts';
import { sampleDocument } from './sample/sample-document.ts';
import { sampleFolder, samplePdf, sampleResults } from './sample/sample-results.ts';

const bytes = sampleDocument();
await writeFile(samplePdf, bytes);
console.log(`${bytes.length} bytes in ${samplePdf}`);

const converter = createConverter({ preflightSlots: 0 });
await converter.start();
try {
  const results = await sampleResults(converter);
  await rm(sampleFolder, { recursive: true, force: true });
  for (const [name, content] of results) {
    const path = join(sampleFolder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    console.log(`${content.length} bytes in ${path}`);
  }
} finally {
  await converter.close();
}
