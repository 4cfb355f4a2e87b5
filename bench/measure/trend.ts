/** Whether a figure grows over time. */
import { median } from './spread.ts';

export type Point = readonly [seconds: number, value: number];

/** From the median of the first half to that of the second, as a share of the first. */
export function growth(points: readonly Point[]): number {
  const half = Math.floor(points.length / 2);
  const middle = (part: readonly Point[]) => median(part.map(([, value]) => value));
  return middle(points.slice(half)) / middle(points.slice(0, half)) - 1;
}

/** Fewer points for a chart: each is the median of its interval. */
export function thinned(points: readonly Point[], count: number): Point[] {
  const stretch = Math.max(1, Math.ceil(points.length / count));
  return Array.from({ length: Math.ceil(points.length / stretch) }, (_, at) => {
    const part = points.slice(at * stretch, (at + 1) * stretch);
    return [median(part.map(([time]) => time)), median(part.map(([, value]) => value))] as const;
  });
}
