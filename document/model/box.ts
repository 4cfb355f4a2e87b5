/** Left, bottom, right, top in points, on the page as it is displayed: rotated, its lower left corner at 0, 0. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];
