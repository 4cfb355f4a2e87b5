/** Where a box of the engine lies on a page as pdf.js draws it. */
import type { PageSize } from '@octavo/sdk';

/** What pdf.js says about a page. */
export type PageView = {
  /** Of `getViewport({ scale: 1 })`: after rotation and cropping, in units of the page. */
  readonly width: number;
  readonly height: number;
  readonly userUnit: number;
};

/** The engine counts in points and ignores the size of the page's own unit, which pdf.js has multiplied in. */
export function pageSizeOf({ width, height, userUnit }: PageView): PageSize {
  const unit = userUnit > 0 ? userUnit : 1;
  return { width: width / unit, height: height / unit };
}

/** A4: what a page is taken for until it is known. */
export const usualPageSize: PageSize = { width: 595, height: 842 };

/** Four times as many pixels cost four times the memory, and nobody sees more than two for one. */
const densityMax = 2;
const pixelsMax = 12_000_000;

/** How many pixels a canvas gets for each unit of the page. */
export function canvasScale(size: PageSize, widthPx: number, density: number): number {
  const wanted = (widthPx / size.width) * Math.min(Math.max(density, 1), densityMax);
  const largest = Math.sqrt(pixelsMax / (size.width * size.height));
  return Math.min(wanted, largest);
}
