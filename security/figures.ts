/** Figures whose aim is 0. */
import type { Journal } from '@octavo/testkit/invariants/journal.ts';
import type { Figure } from '@octavo/testkit/runner/scenario.ts';

/** A number of faults: `0 secrets read`. */
export const zeroFigure = (faults: readonly string[], what: string, count = faults.length): Figure => ({
  measured: `${count} ${what}`,
  aim: '0',
  passed: count === 0,
  faults,
});

/** Observations of one invariant: `0 leaks in 812 checks`. */
export function observedFigure({ observations }: Journal, invariant: string, what: string): Figure {
  const seen = observations.filter((one) => one.invariant === invariant);
  const broken = seen.filter(({ holds }) => !holds).length;
  return {
    measured: `${broken} ${what} in ${seen.length} checks`,
    aim: '0',
    // A run that checked nothing has shown nothing.
    passed: broken === 0 && seen.length > 0,
  };
}
