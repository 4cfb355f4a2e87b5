/** From single measurements to quoted figures: median and range. */
import type { Aim, Comparison, Figure, Round } from '../bench.ts';

export type Spread = { readonly median: number; readonly p10: number; readonly p90: number };

/** Between the two nearest measurements, so that few rounds do not jump from one to the other. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [first] = sorted;
  if (first === undefined) throw new Error('nothing was measured');
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? first;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), p10: quantile(values, 0.1), p90: quantile(values, 0.9) };
}

type Compared = Pick<Comparison, 'better' | 'aim'>;

function compare({ better, aim }: Compared, { ours, bare }: Round): number {
  const kind: Aim['kind'] = aim?.kind ?? 'ratio';
  if (kind === 'difference') return ours - bare;
  if (kind === 'factor') return ours / bare;
  return better === 'higher' ? ours / bare : bare / ours;
}

/** Per round, because a disturbance of the machine usually affects both measurements of a round. */
export function standing(comparison: Compared & Pick<Comparison, 'rounds'>): Spread {
  return spreadOf(comparison.rounds.map((round) => compare(comparison, round)));
}

export function reaches(aim: Aim, value: number): boolean {
  return aim.kind === 'ratio' ? value >= aim.atLeast : value <= aim.atMost;
}

/** The aims a result did not reach, in words. */
export function misses(comparisons: readonly Comparison[], figures: readonly Figure[]): string[] {
  const compared = comparisons.flatMap((comparison) => {
    const { median: middle } = standing(comparison);
    const { aim, what } = comparison;
    return aim === undefined || reaches(aim, middle)
      ? []
      : [`${what}: ${middle.toFixed(2)} (${inWords(aim)})`];
  });
  const alone = figures.flatMap(({ what, unit, values, atMost }) => {
    const worst = Math.max(...values);
    return atMost === undefined || worst <= atMost
      ? []
      : [`${what}: ${worst.toFixed(1)} ${unit} (at most ${atMost})`];
  });
  return [...compared, ...alone];
}

export function inWords(aim: Aim): string {
  if (aim.kind === 'ratio') return `at least ${aim.atLeast}`;
  return aim.kind === 'difference' ? `at most +${aim.atMost}` : `at most ${aim.atMost} ×`;
}
