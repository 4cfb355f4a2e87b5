/** The documents of the load: a few kinds, each made once, so that correct results are known by their hashes. */
import { createHash } from 'node:crypto';
import { makeDocument, makeRichDocument, makeSlowDocument } from '../documents/documents.ts';
import { writePdf } from '../documents/pdf-writer.ts';

export type DocumentKind = {
  readonly name: string;
  readonly file: Buffer;
  readonly pages: number;
  readonly formats: readonly string[];
};

/** In the text of every document: must appear in results and in no log. */
export const hiddenWords = 'Zanzibar Quillfeather';

const text = (name: string, pages: number, formats: readonly string[]): DocumentKind => ({
  name,
  file: makeDocument({ pages, title: hiddenWords }),
  pages,
  formats,
});

export const quickKinds: readonly DocumentKind[] = [
  text('one-page', 1, ['markdown']),
  text('three-pages', 3, ['markdown', 'json']),
  text('five-pages', 5, ['text', 'html']),
];

export const richKind = (): DocumentKind => ({
  name: 'rich',
  file: makeRichDocument(),
  pages: 1,
  formats: ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'],
});

/** Takes some seconds to convert, so that a fault can be injected meanwhile. */
export const slowKind = (words: number): DocumentKind => ({
  name: `slow-${words}`,
  file: makeSlowDocument(1, words),
  pages: 1,
  formats: ['markdown'],
});

/**
 * Declares 5 pages and has 10⁹: each level of its page tree lists the next one ten times. The admission
 * check walks the tree until its timeout.
 */
export function makeStallingDocument(): Buffer {
  const depth = 9;
  const level = (index: number) => {
    const kids = Array.from({ length: 10 }, () => `${index + 3} 0 R`).join(' ');
    return `<< /Type /Pages /Kids [${kids}] /Count ${index === 0 ? 5 : 10 ** (depth - index)} >>`;
  };
  const levels = Array.from({ length: depth }, (_, index) => level(index));
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
  return writePdf({ objects: ['<< /Type /Catalog /Pages 2 0 R >>', ...levels, page] });
}

export const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
