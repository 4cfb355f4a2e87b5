/** Pages without text are found among the first pages of a file. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { expect, it } from 'vitest';
import { pagesWithoutText } from './pages-without-text.ts';

const pdfOf = (texts: readonly (readonly string[])[]) =>
  ({
    numPages: texts.length,
    getPage: async (number: number) => ({
      getTextContent: async () => ({ items: (texts[number - 1] ?? []).map((str) => ({ str })) }),
      cleanup: () => true,
    }),
  }) as unknown as PDFDocumentProxy;

it('are those without letters', async () => {
  expect(await pagesWithoutText(pdfOf([['Text'], [], [' ', ''], ['', 'more']]))).toEqual([2, 3]);
});

it('are looked for on a bounded number of pages', async () => {
  expect(await pagesWithoutText(pdfOf(Array.from({ length: 500 }, () => [])))).toHaveLength(30);
});
