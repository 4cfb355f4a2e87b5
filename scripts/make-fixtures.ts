/**
 * Writes the fixture documents: `node scripts/make-fixtures.ts`. The bytes are the same on every machine, which a test checks.
 * With `--golden` it also converts them and writes the results, to be reviewed before they are committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OptionName } from '../server/src/domain/option-guide.ts';
import { createConverter } from '../server/src/start/converter.ts';
import { fixtureDocuments } from '../server/test/fixtures/documents.ts';
import {
  convertFixture,
  goldenDir,
  goldenMarkdownPath,
  goldenPath,
  pdfDir,
} from '../server/test/fixtures/golden.ts';
import { optionExamples, optionOutput, optionOutputsPath } from '../server/test/fixtures/option-examples.ts';

/** Golden results that the tests of the SDK read. */
const sdkFixtures = ['headings', 'lists', 'tables', 'images', 'links', 'form', 'rotated', 'non-latin'];
const sdkFixturesDir = join(import.meta.dirname, '../sdk/fixtures');

await mkdir(pdfDir, { recursive: true });
const names = Object.keys(fixtureDocuments);
for (const name of names) {
  await writeFile(join(pdfDir, `${name}.pdf`), fixtureDocuments[name]?.() ?? '');
}
console.log(`${names.length} documents in ${pdfDir}`);

if (process.argv.includes('--golden')) {
  const engine = createConverter({ preflightSlots: 0 });
  await engine.start();
  const golden: Record<string, Readonly<Record<string, string>>> = {};
  await mkdir(goldenDir, { recursive: true });
  for (const name of names) {
    const { hashes, markdown, json } = await convertFixture(engine, name);
    golden[name] = hashes;
    await writeFile(goldenMarkdownPath(name), markdown);
    if (sdkFixtures.includes(name)) await writeFile(join(sdkFixturesDir, `${name}.json`), json);
  }
  const options: Record<string, unknown> = {};
  for (const name of Object.keys(optionExamples) as OptionName[]) {
    options[name] = await optionOutput(engine, name);
  }
  await engine.close();
  await writeFile(optionOutputsPath, `${JSON.stringify(options, null, 2)}\n`);
  await writeFile(goldenPath, `${JSON.stringify(golden, null, 2)}\n`);
  console.log(`golden hashes in ${goldenPath}`);
}
