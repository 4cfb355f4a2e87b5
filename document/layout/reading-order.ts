/** Puts the units of a page in reading order: what is above a gutter, its columns, what is below. */
import { findGutter, type Gutter } from './gutters.ts';
import type { Unit } from './units.ts';

export type Direction = 'ltr' | 'rtl';

/** Units that belong together, in the order of the engine or, in columns, from the top. */
export type Region = { readonly units: readonly Unit[]; readonly isColumn: boolean };

/** Pages with more gutters are drawings or tables. */
const guttersMax = 24;

type Parts = {
  readonly above: Unit[];
  readonly left: Unit[];
  readonly right: Unit[];
  readonly below: Unit[];
};

function divide(units: readonly Unit[], { x, top, bottom }: Gutter): Parts {
  const parts: Parts = { above: [], left: [], right: [], below: [] };
  for (const unit of units) {
    const [from, low, to, high] = unit.box;
    const middle = (low + high) / 2;
    if (middle >= top) parts.above.push(unit);
    else if (middle <= bottom) parts.below.push(unit);
    else if ((from + to) / 2 < x) parts.left.push(unit);
    else parts.right.push(unit);
  }
  return parts;
}

/** The whole page is one region if it has no columns. */
export function findRegions(units: readonly Unit[], direction: Direction): readonly Region[] {
  const sorted = [...units].sort((one, other) => other.box[3] - one.box[3] || one.box[0] - other.box[0]);
  let left = guttersMax;
  const arrange = (part: readonly Unit[], isColumn: boolean): readonly Region[] => {
    if (part.length === 0) return [];
    const gutter = left > 0 ? findGutter(part) : undefined;
    if (gutter === undefined) return [{ units: part, isColumn }];
    left -= 1;
    const { above, left: before, right: after, below } = divide(part, gutter);
    const columns = direction === 'ltr' ? [before, after] : [after, before];
    return [
      ...arrange(above, false),
      ...columns.flatMap((column) => arrange(column, true)),
      ...arrange(below, false),
    ];
  };
  return arrange(sorted, false);
}
