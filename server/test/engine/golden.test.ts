/** The same document gives the same bytes: in every run, in every process, in every slot. */
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

describe('fixtures', () => {
  it.each(names)('%s is what the script writes, byte for byte', async (name) => {
    expect(fixtureDocuments[name]?.().equals(await readFile(fixturePath(name)))).toBe(true);
  });
});

describe('one slot, recycled after every third document', () => {
  let bench: TestEngine;
  let golden: Golden;
  beforeAll(async () => {
    bench = await openTestEngine({ documentsPerProcess: 3 });
    golden = await readGolden();
  });
  afterAll(() => bench.close());

  it.each(names)('%s gives the golden bytes in every format', async (name) => {
    const { hashes, markdown } = await convertFixture(bench.engine, name);
    expect(markdown).toBe(await readFile(goldenMarkdownPath(name), 'utf8'));
    expect(Object.keys(hashes).sort()).toEqual([...formatsOf(name)].sort());
    expect(hashes).toEqual(golden[name]);
  });
});

describe('two slots', () => {
  let bench: TestEngine;
  let golden: Golden;
  beforeAll(async () => {
    bench = await openTestEngine({ slots: 2 });
    golden = await readGolden();
  });
  afterAll(() => bench.close());

  it('gives the golden bytes of every document in each of 20 runs, whichever slot takes it', async () => {
    const runs = names.flatMap((name) => Array.from({ length: 20 }, () => name));
    const results = await Promise.all(
      runs.map(async (name) => ({ name, ...(await convertFixture(bench.engine, name)) })),
    );
    expect(results).toHaveLength(names.length * 20);
    for (const { name, hashes } of results) {
      expect(hashes, name).toEqual(golden[name]);
    }
  }, 240_000);
});
