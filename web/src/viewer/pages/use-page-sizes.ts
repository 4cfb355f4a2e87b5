/** The known page sizes; other pages are assumed to be as large as the first. */
import type { PageSize } from '@octavo/sdk';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useState } from 'react';
import { type PageView, pageSizeOf } from './page-geometry.ts';

export type PageSizes = {
  readonly sizeOf: (page: number) => PageSize;
  readonly record: (page: number, view: PageView) => void;
  /** Reads the size of a page that has not been drawn yet. */
  readonly load: (page: number) => Promise<void>;
};

const isSame = (a: PageSize, b: PageSize) => a.width === b.width && a.height === b.height;

export function usePageSizes(pdf: PDFDocumentProxy, first: PageView): PageSizes {
  const [usual] = useState(() => pageSizeOf(first));
  const [others, setOthers] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const sizeOf = useCallback((page: number) => others.get(page) ?? usual, [others, usual]);
  const record = useCallback(
    (page: number, view: PageView) => {
      const size = pageSizeOf(view);
      setOthers((known) => {
        if (isSame(known.get(page) ?? usual, size)) return known;
        return new Map(known).set(page, size);
      });
    },
    [usual],
  );
  const load = useCallback(
    async (page: number) => {
      const proxy = await pdf.getPage(page);
      const { width, height } = proxy.getViewport({ scale: 1 });
      record(page, { width, height, userUnit: proxy.userUnit });
    },
    [pdf, record],
  );
  return { sizeOf, record, load };
}
