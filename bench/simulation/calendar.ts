/** What is to happen, in the order of its time: the clock of the simulation jumps from one entry to the next. */

type Entry<What> = { readonly at: number; readonly number: number; readonly what: What };

export type Calendar<What> = {
  add(at: number, what: What): void;
  /** The earliest; of two at the same moment the one that was added first. */
  next(): { readonly at: number; readonly what: What } | null;
  readonly size: number;
};

const isBefore = <What>(left: Entry<What>, right: Entry<What>) =>
  left.at < right.at || (left.at === right.at && left.number < right.number);

/** A binary heap: millions of entries come and go, and only the earliest is ever asked for. */
export function newCalendar<What>(): Calendar<What> {
  const heap: Entry<What>[] = [];
  let added = 0;

  function rise(from: number): void {
    const entry = heap[from] as Entry<What>;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, heap[above] as Entry<What>)) break;
      heap[at] = heap[above] as Entry<What>;
      at = above;
    }
    heap[at] = entry;
  }

  function sink(): void {
    const entry = heap[0] as Entry<What>;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Entry<What>, heap[below] as Entry<What>))
        below += 1;
      if (!isBefore(heap[below] as Entry<What>, entry)) break;
      heap[at] = heap[below] as Entry<What>;
      at = below;
    }
    heap[at] = entry;
  }

  return {
    add: (at, what) => {
      heap.push({ at, number: added, what });
      added += 1;
      rise(heap.length - 1);
    },
    next: () => {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return null;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
    get size() {
      return heap.length;
    },
  };
}
