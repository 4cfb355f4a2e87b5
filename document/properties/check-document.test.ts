/** Properties that hold for every document, checked with documents at random. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryDocument } from './arbitrary-document.ts';
import { checkDocument } from './check-document.ts';

const settings = {
  numRuns: Number(process.env['OCTAVO_PROPERTY_RUNS'] ?? 30),
  seed: Number(process.env['OCTAVO_PROPERTY_SEED'] ?? 22),
};

it('holds for documents with text that is syntax elsewhere', () => {
  fc.assert(
    fc.property(arbitraryDocument(false), (document) => {
      expect(checkDocument(document)).toEqual([]);
    }),
    settings,
  );
}, 600_000);

it('loses no text of tables whose spans contradict each other', () => {
  fc.assert(
    fc.property(arbitraryDocument(true), (document) => {
      const wrong = checkDocument(document).filter(
        ({ property }) => !property.endsWith('cells of the tables'),
      );
      expect(wrong).toEqual([]);
    }),
    settings,
  );
}, 600_000);
