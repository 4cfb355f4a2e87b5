/** The sizes of the pages, as far as they are known: the others are taken to be like the first. */
import type { PageSize } from '@octavo/sdk';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useState } from 'react';
import { type PageView, pageSizeOf } from './page-geometry.ts';

export type PageSizes = {
  readonly sizeOf: (page: number) => PageSize;
  readonly note: (page: number, view: PageView) => void;
  /** Asks the document for the size of a page that was not drawn yet. */
  readonly learn: (page: number) => Promise<void>;
};

const isSame = (a: PageSize, b: PageSize) => a.width === b.width && a.height === b.height;

export function usePageSizes(pdf: PDFDocumentProxy, first: PageView): PageSizes {
  const [usual] = useState(() => pageSizeOf(first));
  const [others, setOthers] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const sizeOf = useCallback((page: number) => others.get(page) ?? usual, [others, usual]);
  const note = useCallback(
    (page: number, view: PageView) => {
      const size = pageSizeOf(view);
      setOthers((known) => {
        if (isSame(known.get(page) ?? usual, size)) return known;
        return new Map(known).set(page, size);
      });
    },
    [usual],
  );
  const learn = useCallback(
    async (page: number) => {
      const proxy = await pdf.getPage(page);
      const { width, height } = proxy.getViewport({ scale: 1 });
      note(page, { width, height, userUnit: proxy.userUnit });
    },
    [pdf, note],
  );
  return { sizeOf, note, learn };
}
