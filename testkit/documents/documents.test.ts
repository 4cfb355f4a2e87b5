/** Generated documents have exact sizes, correct offsets and the requested number of pages. */
import type { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { makeContract } from './contract.ts';
import { makeBlankDocument, makeDocument, makeRichDocument, makeSlowDocument } from './documents.ts';
import { makeStructuredDocument } from './structured-document.ts';

/** Every offset of the cross-reference table points to the object of that number. */
function expectCorrectOffsets(pdf: Buffer): void {
  const text = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(start, start + 5)).toBe('xref\n');
  const rows = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)];
  expect(rows.length).toBeGreaterThan(2);
  rows.forEach(([, offset], index) => {
    expect(text.slice(Number(offset)).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  });
}

describe('documents', () => {
  it('have correct cross-reference tables', () => {
    const documents = [
      makeDocument({ pages: 3 }),
      makeBlankDocument(5),
      makeRichDocument(),
      makeSlowDocument(2, 10),
      makeStructuredDocument(),
      makeContract('before'),
    ];
    for (const pdf of [...documents, makeDocument({ password: 'x' }), makeDocument({ bytes: 5_000 })]) {
      expectCorrectOffsets(pdf);
    }
  });

  it.each([1_000, 1_001, 9_999, 10_000, 10_001, 99_999, 1_048_576])('can be of exactly %i bytes', (bytes) => {
    expect(makeDocument({ bytes }).length).toBe(bytes);
  });

  it('throw when a size is too small', () => {
    expect(() => makeDocument({ bytes: 100 })).toThrow(/too few/);
  });

  it('have as many pages as asked for', () => {
    const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page /g)?.length;
    expect([makeDocument({ pages: 7 }), makeBlankDocument(12), makeSlowDocument(4, 10)].map(pages)).toEqual([
      7, 12, 4,
    ]);
  });
});
