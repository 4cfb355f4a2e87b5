/** Parts that were cleaned once serve all formats. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../model/blocks.ts';
import { partOfLine, storedLines } from '../store/stored-document.ts';
import { cleanParts, partWithoutArtifacts } from './clean-document.ts';
import { at, documentOf, paragraph, table } from './sample-document.ts';

const footer: Block = { type: 'artifact', ...at, kind: 'footer', kids: [paragraph('7')] };
const nested: Block = { type: 'figure', ...at, kids: [footer, paragraph('In a figure')] };
const document = documentOf([[footer, paragraph('one')], [], [nested, table([['a', 'b']]), footer]]);
const partsOf = (includeHeaderFooter: boolean) => [...cleanParts(document, { includeHeaderFooter })];

describe('partWithoutArtifacts', () => {
  it('leaves of a clean part what a format without headers and footers has', () => {
    expect(partsOf(true)).not.toEqual(partsOf(false));
    expect(partsOf(true).map(partWithoutArtifacts)).toEqual(partsOf(false));
  });
});

describe('storedLines', () => {
  it('have the parts that are in them', () => {
    const parts = [...storedLines(document)].flatMap(({ text, part }) => (part ? [{ text, part }] : []));
    expect(parts.map(({ text }) => partOfLine(text))).toEqual(partsOf(true));
    expect(parts.map(({ part }) => part)).toEqual(partsOf(true));
  });
});
