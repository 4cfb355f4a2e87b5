/** Page sizes and canvas resolution for pages drawn by pdf.js. */
import type { PageSize } from '@octavo/sdk';

/** The size of a page as pdf.js reports it. */
export type PageView = {
  /** From `getViewport({ scale: 1 })`: after rotation and cropping, in user units. */
  readonly width: number;
  readonly height: number;
  readonly userUnit: number;
};

/** The engine reports points and ignores the user unit, by which pdf.js multiplies. */
export function pageSizeOf({ width, height, userUnit }: PageView): PageSize {
  const unit = userUnit > 0 ? userUnit : 1;
  return { width: width / unit, height: height / unit };
}

/** A4, assumed until the size of a page is known. */
export const usualPageSize: PageSize = { width: 595, height: 842 };

/** Memory grows with the square of the density, and more than 2 is not visible. */
const densityMax = 2;
const pixelsMax = 12_000_000;

/** Canvas pixels per page unit. */
export function canvasScale(size: PageSize, widthPx: number, density: number): number {
  const wanted = (widthPx / size.width) * Math.min(Math.max(density, 1), densityMax);
  const largest = Math.sqrt(pixelsMax / (size.width * size.height));
  return Math.min(wanted, largest);
}
