/** Lines of the document that begin with a number, so that an item that stands alone on its page finds its list. */
import type { LineDraft } from '../read/draft.ts';
import { labelOf } from './line-label.ts';
import { leftOf } from './line-measures.ts';

export type NumberedLine = {
  readonly page: number;
  readonly number: number;
  /** What stands around the number. */
  readonly shape: string;
  readonly left: number;
};

/** Documents with more of them are searched in part: memory stays bounded. */
const linesMax = 100_000;
/** In points; lines of one list begin at the same place. */
const leftStep = 4;

export function numberedLine(line: LineDraft): NumberedLine | undefined {
  if (line.angled) return undefined;
  const label = labelOf(line);
  if (label?.style !== 'decimal' || label.number === undefined) return undefined;
  return { page: line.page, number: label.number, shape: label.shape, left: leftOf(line) };
}

const keyOf = (page: number, number: number, shape: string, step: number) =>
  `${page} ${number} ${shape} ${step}`;

export class NumberedLines {
  readonly #keys = new Set<string>();

  add(line: LineDraft): void {
    const found = numberedLine(line);
    if (found === undefined) return;
    this.#add(keyOf(found.page, found.number, found.shape, Math.round(found.left / leftStep)));
  }

  #add(key: string): void {
    if (this.#keys.size < linesMax) this.#keys.add(key);
  }

  counts(): readonly string[] {
    return [...this.#keys];
  }

  /** Adds the next pages. */
  merge(keys: readonly string[]): void {
    for (const key of keys) this.#add(key);
  }

  /** The number before it comes first, on its page or the page before; the number after it follows. */
  hasNeighbour({ page, number, shape, left }: NumberedLine): boolean {
    const middle = Math.round(left / leftStep);
    return [-1, 1].some((step) =>
      [page, page + step].some((other) =>
        [middle - 1, middle, middle + 1].some((at) => this.#keys.has(keyOf(other, number + step, shape, at))),
      ),
    );
  }
}
