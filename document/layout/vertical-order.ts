/** Puts what stands above something in front of it, and otherwise keeps the order. */
import type { Box } from '../model/document.ts';

type Placed = { readonly box: Box };

/** Pages with more elements keep their order, so that the time for a page is bounded. */
const elementsMax = 400;

/** Of the narrower one: elements next to each other overlap less. */
const sharedWidth = 0.25;
/** Of the lower one: boxes of lines reach a little into each other. */
const sharedHeight = 0.2;

const overlap = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(to, otherTo) - Math.max(from, otherFrom);

function isAbove({ box: upper }: Placed, { box: lower }: Placed): boolean {
  if (upper[1] + upper[3] <= lower[1] + lower[3]) return false;
  const width = Math.min(upper[2] - upper[0], lower[2] - lower[0]);
  if (overlap(upper[0], upper[2], lower[0], lower[2]) <= width * sharedWidth) return false;
  const height = Math.min(upper[3] - upper[1], lower[3] - lower[1]);
  return overlap(upper[1], upper[3], lower[1], lower[3]) <= height * sharedHeight;
}

/** The same array if nothing stands above something that comes before it. */
export function inVerticalOrder<T extends Placed>(elements: readonly T[]): readonly T[] {
  if (elements.length > elementsMax) return elements;
  const isInOrder = elements.every((element, at) =>
    elements.slice(at + 1).every((later) => !isAbove(later, element)),
  );
  if (isInOrder) return elements;
  const waiting = [...elements];
  const ordered: T[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex((element) => !waiting.some((other) => isAbove(other, element)));
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}
