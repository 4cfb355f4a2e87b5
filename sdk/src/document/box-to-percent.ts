/** Converts a box to percentages of its page, for drawing over an image of the page at any size. */
import type { Box } from './node.ts';

/** In points, as displayed: after rotation and cropping. The pages of a document have it. */
export type PageSize = { readonly width: number; readonly height: number };

/** Measured from the upper left corner, as in CSS. */
export type PercentBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Boxes already refer to the page as displayed, so no rotation is applied. */
export function boxToPercent([left, bottom, right, top]: Box, { width, height }: PageSize): PercentBox {
  return {
    left: (left / width) * 100,
    top: (1 - top / height) * 100,
    width: ((right - left) / width) * 100,
    height: ((top - bottom) / height) * 100,
  };
}
