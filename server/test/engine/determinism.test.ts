/** The same file and options give the same bytes, whatever else runs at the same time (I33). */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { convertFixture, pdfDir } from '../fixtures/golden.ts';
import { openTestEngine } from './test-engine.ts';

type Hashes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every fixture in all formats, so many at a time. */
async function convertAll(names: readonly string[], slots: number): Promise<Hashes> {
  const { engine, close } = await openTestEngine({ slots });
  const hashes: Record<string, Readonly<Record<string, string>>> = {};
  const queue = [...names];
  const lane = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      hashes[name] = (await convertFixture(engine, name)).hashes;
  };
  await Promise.all(Array.from({ length: slots }, lane)).finally(close);
  return hashes;
}

it('writes the same bytes in one slot and in two, in another order', async () => {
  const names = (await readdir(pdfDir)).map((file) => basename(file, '.pdf')).sort();
  const alone = await convertAll(names, 1);
  const together = await convertAll(names.toReversed(), 2);
  expect(Object.keys(alone)).toHaveLength(names.length);
  expect(together).toEqual(alone);
});
