/** The results that are shipped are those of the engine that is shipped. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestEngine } from '../../server/test/engine/test-engine.ts';
import { sampleFolder, sampleResults } from './sample-results.ts';

it('the results of the sample are what `node scripts/make-sample.ts` writes', async () => {
  const { engine, close } = await openTestEngine();
  try {
    const results = await sampleResults(engine);
    const shipped = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(sampleFolder.length + 1));
    expect(shipped.toSorted()).toEqual([...results.keys()].toSorted());
    for (const [name, content] of results) {
      expect(readFileSync(join(sampleFolder, name)).equals(content), name).toBe(true);
    }
  } finally {
    await close();
  }
}, 120_000);
