/** What remains of a run: the row of the table, what it noted, and what was wrong. */
import { percentile } from './figures.ts';
import { complaints, violationsOf } from '../invariants/check.ts';
import type { RunResult, Size } from './scenario.ts';

export type RunRecord = {
  readonly run: string;
  readonly size: Size;
  readonly seed: number;
  readonly load: string;
  readonly lost: number;
  readonly doubleCharges: number;
  readonly stuck: number;
  readonly wrongDone: number;
  readonly recoveryP99Ms: number | null;
  readonly tookMs: number;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  /** Invariants the run had anything to say about; none when it broke down on its way. */
  readonly looked: readonly string[];
  /** The guard that was taken out of the service. */
  readonly without: string | null;
};

export function recordOf({ run, size, seed, outcome, verdict, tookMs, without }: RunResult): RunRecord {
  const countOf = (id: string) => violationsOf(verdict, id).length;
  return {
    run,
    size,
    seed,
    load: outcome.load,
    lost: countOf('I1'),
    doubleCharges: countOf('I6'),
    stuck: countOf('I2'),
    wrongDone: countOf('I11'),
    recoveryP99Ms: percentile(outcome.recoveryMs ?? [], 0.99) ?? null,
    tookMs: Math.round(tookMs),
    notes: outcome.notes ?? [],
    failures: [...complaints(verdict), ...outcome.misses.map((miss) => `figure missed: ${miss}`)],
    looked: [...verdict].filter(([, { looked }]) => looked > 0).map(([id]) => id),
    without: without ?? null,
  };
}
