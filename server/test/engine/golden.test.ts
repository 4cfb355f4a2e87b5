/** The same document produces the same bytes in every run, process and slot. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureDocuments } from '../fixtures/documents.ts';
import {
  convertFixture,
  fixturePath,
  formatsOf,
  type Golden,
  goldenMarkdownPath,
  readGolden,
} from '../fixtures/golden.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

const names = Object.keys(fixtureDocuments);
/** OCTAVO_GOLDEN_RUNS repeats them more often. */
const runsInTwoSlots = Number(process.env['OCTAVO_GOLDEN_RUNS'] ?? 3);

describe('fixtures', () => {
  it.each(names)('%s matches the output of the fixture script, byte for byte', async (name) => {
    expect(fixtureDocuments[name]?.().equals(await readFile(fixturePath(name)))).toBe(true);
  });
});

describe('one slot, recycled after every third document', () => {
  let testEngine: TestEngine;
  let golden: Golden;
  beforeAll(async () => {
    testEngine = await openTestEngine({ documentsPerProcess: 3 });
    golden = await readGolden();
  });
  afterAll(() => testEngine.close());

  it.each(names)('%s produces the golden bytes in every format', async (name) => {
    const { hashes, markdown } = await convertFixture(testEngine.engine, name);
    expect(markdown).toBe(await readFile(goldenMarkdownPath(name), 'utf8'));
    expect(Object.keys(hashes).sort()).toEqual([...formatsOf(name), 'document'].sort());
    expect(hashes).toEqual(golden[name]);
  });
});

describe('two slots', () => {
  let testEngine: TestEngine;
  let golden: Golden;
  beforeAll(async () => {
    testEngine = await openTestEngine({ slots: 2 });
    golden = await readGolden();
  });
  afterAll(() => testEngine.close());

  it(`produce the golden bytes of every document in each of ${runsInTwoSlots} runs, in either slot`, async () => {
    const runs = Array.from({ length: runsInTwoSlots }, () => names).flat();
    const results = await Promise.all(
      runs.map(async (name) => ({ name, ...(await convertFixture(testEngine.engine, name)) })),
    );
    expect(results).toHaveLength(names.length * runsInTwoSlots);
    for (const { name, hashes } of results) {
      expect(hashes, name).toEqual(golden[name]);
    }
  }, 240_000);
});
