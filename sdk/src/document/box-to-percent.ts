/** A box of the engine as percentages of its page, for drawing over a picture of the page at any size. */
import type { Box } from './node.ts';

/** In points, as displayed: after rotation and cropping. */
export type PageSize = { readonly width: number; readonly height: number };

/** From the upper left corner, as CSS counts. */
export type PercentBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** The engine's boxes are in the displayed frame already, so no rotation is applied here. */
export function boxToPercent([left, bottom, right, top]: Box, { width, height }: PageSize): PercentBox {
  return {
    left: (left / width) * 100,
    top: (1 - top / height) * 100,
    width: ((right - left) / width) * 100,
    height: ((top - bottom) / height) * 100,
  };
}
