/** Properties of reading in parts that hold for every document, checked with documents at random. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryDocument } from './arbitrary-document.ts';
import { checkReading } from './check-reading.ts';

const settings = {
  numRuns: Number(process.env['OCTAVO_PROPERTY_RUNS'] ?? 30),
  seed: Number(process.env['OCTAVO_PROPERTY_SEED'] ?? 25),
};

it('reads exactly the document within the budget, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDocument(true), async (document) => {
      expect(await checkReading(document)).toEqual([]);
    }),
    settings,
  );
}, 600_000);
