/**
 * Writes the fixture documents: `node scripts/make-fixtures.ts`. The bytes are the same on every machine, which a test checks.
 * With `--golden` it also converts them and writes the results, to be reviewed before they are committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../server/src/engine/engine.ts';
import { fixtureDocuments } from '../server/test/fixtures/documents.ts';
import {
  convertFixture,
  goldenDir,
  goldenMarkdownPath,
  goldenPath,
  pdfDir,
} from '../server/test/fixtures/golden.ts';

await mkdir(pdfDir, { recursive: true });
const names = Object.keys(fixtureDocuments);
for (const name of names) {
  await writeFile(join(pdfDir, `${name}.pdf`), fixtureDocuments[name]?.() ?? '');
}
console.log(`${names.length} documents in ${pdfDir}`);

if (process.argv.includes('--golden')) {
  const engine = createEngine({ preflightSlots: 0 });
  await engine.start();
  const golden: Record<string, Readonly<Record<string, string>>> = {};
  await mkdir(goldenDir, { recursive: true });
  for (const name of names) {
    const { hashes, markdown } = await convertFixture(engine, name);
    golden[name] = hashes;
    await writeFile(goldenMarkdownPath(name), markdown);
  }
  await engine.close();
  await writeFile(goldenPath, `${JSON.stringify(golden, null, 2)}\n`);
  console.log(`golden hashes in ${goldenPath}`);
}
