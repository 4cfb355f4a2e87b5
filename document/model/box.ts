/** Left, bottom, right, top in points, on the page as it is displayed: rotated, its lower left corner at 0, 0. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The smallest box around all; of none, an empty box at the origin. */
export function unionBox(boxes: readonly Box[]): Box {
  const [first, ...rest] = boxes;
  if (first === undefined) return [0, 0, 0, 0];
  let [left, bottom, right, top] = first;
  for (const box of rest) {
    left = Math.min(left, box[0]);
    bottom = Math.min(bottom, box[1]);
    right = Math.max(right, box[2]);
    top = Math.max(top, box[3]);
  }
  return [left, bottom, right, top];
}
