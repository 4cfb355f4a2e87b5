/** The two forms of a comparison: json and a page to read. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocumentStream } from '../model/document.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { validator } from '../properties/html-facts.ts';
import { documentOf, heading, paragraph, table } from '../write/sample-document.ts';
import { compareDocuments } from './compare-documents.ts';
import { writeDiffHtml } from './write-diff-html.ts';
import { writeDiffJson } from './write-diff-json.ts';

const names = {
  base: { job_id: 'a', file_name: 'old.pdf' },
  head: { job_id: 'b', file_name: '<script>alert(1)</script>.pdf' },
};

const compare = (base: DocumentStream, head: DocumentStream) =>
  compareDocuments(
    { document: base, includeHeaderFooter: false },
    { document: head, includeHeaderFooter: false },
    { scope: 'text' },
  );

const sample = compare(
  documentOf([
    [
      heading(1, 'Prices <b>'),
      paragraph('The price of a bicycle is EUR 100 & more.'),
      table([
        ['Item', 'Price'],
        ['A bicycle', '100'],
      ]),
    ],
  ]),
  documentOf([
    [
      heading(1, 'Prices <b>'),
      paragraph('The price of a bicycle is EUR 120 & more.'),
      table([
        ['Item', 'Price'],
        ['A bicycle', '<img src=x onerror=alert(1)>'],
      ]),
      paragraph('<script>alert(1)</script>'),
    ],
  ]),
);

it('json has names, summary and items', () => {
  const text = [...writeDiffJson(sample, names)].join('');
  expect(JSON.parse(text)).toEqual({ ...names, ...sample });
  const empty = compare(documentOf([[]]), documentOf([[]]));
  expect(JSON.parse([...writeDiffJson(empty, names)].join(''))).toMatchObject({ items: [] });
});

it('html marks what differs and escapes all text', () => {
  const html = [...writeDiffHtml(sample, names)].join('');
  expect(html).toContain('is EUR <del>100</del><ins>120</ins> &amp; more.');
  expect(html).toContain('Row 2, column 2');
  expect(html).toContain('1 added, 0 removed, 2 changed, 0 moved');
  expect(html).toContain('in “Prices &lt;b>”');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<img');
});

it('html is valid for any documents', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDocument(true), arbitraryDocument(true), async (base, head) => {
      const html = [...writeDiffHtml(compare(base, head), names)].join('');
      const { results } = await validator.validateString(html);
      expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
