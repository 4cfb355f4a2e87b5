/** Finds what lies near a line of a page, by horizontal strips. */
import type { Box } from '../model/document.ts';

/** One over many strips is tried for every line. */
const stripHeight = 16;
const stripsMax = 64;

type Place<T> = { readonly value: T; readonly box: Box; readonly order: number };

function meets(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

export class BoxIndex<T> {
  readonly #strips = new Map<number, Place<T>[]>();
  readonly #tall: Place<T>[] = [];
  #size = 0;

  add(box: Box, value: T): void {
    const place = { value, box, order: this.#size };
    this.#size += 1;
    const [first, last] = [Math.floor(box[1] / stripHeight), Math.floor(box[3] / stripHeight)];
    if (last - first > stripsMax) {
      this.#tall.push(place);
      return;
    }
    for (let strip = first; strip <= last; strip += 1) {
      const places = this.#strips.get(strip);
      if (places === undefined) this.#strips.set(strip, [place]);
      else places.push(place);
    }
  }

  /** In the order in which they were added. */
  near(box: Box): readonly Place<T>[] {
    if (this.#size === 0) return [];
    const near = new Set(this.#tall);
    const last = Math.min(Math.floor(box[3] / stripHeight), Math.floor(box[1] / stripHeight) + stripsMax);
    for (let strip = Math.floor(box[1] / stripHeight); strip <= last; strip += 1)
      for (const place of this.#strips.get(strip) ?? []) near.add(place);
    return [...near].filter((place) => meets(place.box, box)).sort((one, other) => one.order - other.order);
  }
}
