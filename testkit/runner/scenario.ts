/** The form of a run: a load, one kind of fault, the figures it must reach. */
import type { Verdict } from '../invariants/check.ts';
import type { Plant } from '../invariants/corruptions.ts';
import type { Environment } from '../processes/fleet.ts';
import type { Ground } from '../environment/test-environment.ts';

export type Size = 'short' | 'full';

/** Times are held to their bound at full size, alone on a machine. A short run shares its cores with other tests. */
export const timeSlack: Readonly<Record<Size, number>> = { short: 4, full: 1 };

export type Context = {
  readonly ground: Ground;
  readonly size: Size;
  readonly isFull: boolean;
  /** Right hashes by `document/format`; the run fills it before it breaks anything. */
  readonly golden: Map<string, string>;
};

export type Outcome = {
  /** What the run did, for the table. */
  readonly load: string;
  /** How long it took each time until what was hit worked again. */
  readonly recoveryMs?: readonly number[];
  /** Figures of its own that the run did not reach. */
  readonly misses: readonly string[];
  /** Other figures, for the report. */
  readonly notes?: readonly string[];
};

export type FaultRun = {
  readonly name: string;
  readonly about: string;
  readonly leaseMs?: Readonly<Record<Size, number>>;
  readonly env?: (size: Size) => Environment;
  /** `false`: the run brings the database up itself. */
  readonly migrates?: boolean;
  /** Plan limits the run changes, for the checker. */
  readonly activeJobsMax?: Readonly<Record<string, number>>;
  /** `false` for a run that changes rows by hand, or goes back to earlier ones: they are then checked at the end only. */
  readonly isWatched?: boolean;
  /** What `--sabotage` does at the end: with it the run must fail. */
  readonly sabotage: readonly Plant[];
  run(context: Context): Promise<Outcome>;
};

export type RunResult = {
  readonly run: string;
  readonly size: Size;
  readonly seed: number;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly tookMs: number;
  /** The guard that was taken out of the service. */
  readonly without?: string;
};
