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

export const areaOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom);

/** Width and height that both have in common; negative where they are apart. */
export function sharedSize(one: Box, other: Box): readonly [width: number, height: number] {
  return [
    Math.min(one[2], other[2]) - Math.max(one[0], other[0]),
    Math.min(one[3], other[3]) - Math.max(one[1], other[1]),
  ];
}

/** The area that both have in common. */
export function overlapOf(one: Box, other: Box): number {
  const [width, height] = sharedSize(one, other);
  return width > 0 && height > 0 ? width * height : 0;
}
