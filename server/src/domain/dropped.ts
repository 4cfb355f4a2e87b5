/** Content that a conversion left out because it is not visible: position and reason, never the content itself. */
import type { contentFilters } from './options.ts';

export const droppedKinds = ['text', 'image'] as const;

export type DroppedItem = {
  /** 1-based. */
  readonly page: number;
  /** Left, bottom, right, top in points of the displayed page, as in the json output. */
  readonly box: readonly [number, number, number, number];
  readonly reason: (typeof contentFilters)[number];
  readonly kind: (typeof droppedKinds)[number];
};

export type DroppedContent = {
  /** Of all dropped items, listed or not. */
  readonly count: number;
  readonly items: readonly DroppedItem[];
};

export const droppedItemsMax = 1_000;

export const nothingDropped: DroppedContent = { count: 0, items: [] };
