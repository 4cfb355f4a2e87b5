/** Computes the position of each page in the column, so that only visible pages are rendered. */
import type { PageSize } from '@octavo/sdk';

export type PageLayout = {
  readonly widthPx: number;
  /** From the top of the column; index 0 is page 1. */
  readonly topsPx: readonly number[];
  readonly heightsPx: readonly number[];
  readonly totalPx: number;
};

/** A position relative to a page, independent of the layout. */
export type Anchor = { readonly page: number; readonly share: number };

export const gapPx = 16;

export function layoutPages(count: number, sizeOf: (page: number) => PageSize, widthPx: number): PageLayout {
  const topsPx: number[] = [];
  const heightsPx: number[] = [];
  let at = gapPx;
  for (let page = 1; page <= count; page += 1) {
    const { width, height } = sizeOf(page);
    const heightPx = Math.round((height / width) * widthPx);
    topsPx.push(at);
    heightsPx.push(heightPx);
    at += heightPx + gapPx;
  }
  return { widthPx, topsPx, heightsPx, totalPx: at };
}

/** The last page that starts above this position. */
export function pageAt({ topsPx }: PageLayout, y: number): number {
  let low = 0;
  let high = topsPx.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((topsPx[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

export function pagesWithin(layout: PageLayout, fromPx: number, toPx: number): readonly [number, number] {
  return [pageAt(layout, fromPx), pageAt(layout, toPx)];
}

export function anchorAt(layout: PageLayout, y: number): Anchor {
  const page = pageAt(layout, y);
  const top = layout.topsPx[page - 1] ?? 0;
  const height = layout.heightsPx[page - 1] ?? 0;
  return { page, share: height > 0 ? (y - top) / height : 0 };
}

export function heightOf(layout: PageLayout, { page, share }: Anchor): number {
  return (layout.topsPx[page - 1] ?? 0) + share * (layout.heightsPx[page - 1] ?? 0);
}
