import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Block } from '../model/blocks.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { cleanParts, partWithoutArtifacts } from './clean-document.ts';
import { at, figure, heading, paragraph } from './sample-document.ts';
import { withoutArtifacts } from './without-artifacts.ts';

const footer: Block = { type: 'artifact', kind: 'footer', ...at, kids: [paragraph('3')] };

it('leaves artifacts out wherever they are, and keeps blocks without any as they are', () => {
  const title = heading(1, 'Title');
  const plain = figure([paragraph('A caption.')]);
  const kept = withoutArtifacts([title, footer, figure([footer, paragraph('A caption.')]), plain]);
  expect(kept).toEqual([title, plain, plain]);
  expect(kept[0]).toBe(title);
  expect(kept[2]).toBe(plain);
});

it('keeps a list without artifacts as it is', () => {
  const blocks = [heading(1, 'Title'), figure([paragraph('A caption.')])];
  expect(withoutArtifacts(blocks)).toBe(blocks);
});

it('a clean part without its artifacts is the part of a document that leaves them out', () => {
  fc.assert(
    fc.property(arbitraryDocument(true), (document) => {
      const parts = [...cleanParts(document, { includeHeaderFooter: true })];
      expect(parts.map(partWithoutArtifacts)).toEqual([
        ...cleanParts(document, { includeHeaderFooter: false }),
      ]);
    }),
    { numRuns: 50 },
  );
});
