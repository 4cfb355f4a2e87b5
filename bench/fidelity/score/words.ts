/** Words of a text, counted. */

export type Counts = ReadonlyMap<string, number>;

export function countOf(items: Iterable<string>): Counts {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

export const wordCounts = (text: string): Counts => countOf(text.match(/[\p{L}\p{N}]+/gu) ?? []);

export const totalOf = (counts: Counts): number => counts.values().reduce((sum, count) => sum + count, 0);

export const sharedOf = (left: Counts, right: Counts): number =>
  left.entries().reduce((sum, [item, count]) => sum + Math.min(count, right.get(item) ?? 0), 0);
