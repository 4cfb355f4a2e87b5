/** The record of a run: its figures, notes and failures. */
import { complaints, type Verdict, violationsOf } from '../invariants/check.ts';
import { percentile } from './figures.ts';
import type { Figure, Outcome, Size } from './scenario.ts';

export type RunResult = {
  readonly run: string;
  readonly size: Size;
  readonly seed: number;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly tookMs: number;
  /** The safeguard that was removed from the service. */
  readonly without: string | null;
};

export type RunRecord = {
  readonly run: string;
  readonly size: Size;
  readonly seed: number;
  readonly load: string;
  readonly figures: readonly Omit<Figure, 'faults'>[];
  readonly tookMs: number;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  /** Invariants that the run checked; none if it did not finish. */
  readonly looked: readonly string[];
  readonly without: string | null;
};

/** The four violations that users would notice are counted by name. */
const countedById = { I1: 'lost', I6: 'charged twice', I2: 'stuck', I11: 'wrong' } as const;

export function recordOf({ outcome, verdict, tookMs, ...described }: RunResult): RunRecord {
  const own = outcome.figures ?? [];
  const misses = outcome.misses ?? [];
  const missed = own.flatMap(({ measured, aim, passed, faults = [] }) =>
    passed ? [] : [`${measured}, aim ${aim}`, ...faults],
  );
  const unmet = misses.map(
    (measured): Figure => ({ measured: firstLine(measured), aim: 'none', passed: false }),
  );
  return {
    ...described,
    load: outcome.load,
    figures: [...own, ...unmet, ...recoveryFigure(outcome), invariantsFigure(verdict)].map(
      ({ measured, aim, passed }) => ({ measured, aim, passed }),
    ),
    tookMs: Math.round(tookMs),
    notes: outcome.notes ?? [],
    failures: [...complaints(verdict), ...[...missed, ...misses].map((miss) => `figure missed: ${miss}`)],
    looked: [...verdict].filter(([, { looked }]) => looked > 0).map(([id]) => id),
  };
}

const firstLine = (text: string) => (text.split('\n')[0] ?? '').slice(0, 160);

function recoveryFigure({ recoveryMs = [] }: Outcome): readonly Figure[] {
  const p99 = percentile(recoveryMs, 0.99);
  if (p99 === undefined) return [];
  return [{ measured: `recovery p99 ${(p99 / 1000).toFixed(1)} s`, aim: 'see notes', passed: true }];
}

function invariantsFigure(verdict: Verdict): Figure {
  if (verdict.size === 0) return { measured: 'not checked', aim: 'all invariants hold', passed: false };
  const counts = Object.entries(countedById).map(([id, name]) => ({
    name,
    count: violationsOf(verdict, id).length,
  }));
  const all = complaints(verdict).length;
  const others = all - counts.reduce((sum, { count }) => sum + count, 0);
  const jobs = counts.map(({ name, count }) => `${name} ${count}`).join(', ');
  return { measured: `jobs ${jobs}; other violations ${others}`, aim: '0', passed: all === 0 };
}

export const hasPassed = ({ failures }: RunRecord) => failures.length === 0;

/** Whether a negative control was detected. A run that did not finish has checked nothing. */
export const isNoticed = ({ failures, looked }: RunRecord) => failures.length > 0 && looked.length > 0;
