/** The form of a scenario: a load, one kind of failure or attack, and the figures it must reach. */
import type { TestEnvironment } from '../environment/test-environment.ts';
import type { Corruption } from '../invariants/corruptions.ts';
import type { ProcessEnv } from '../processes/fleet.ts';

export type Size = 'short' | 'full';

/** Times are checked against their bound at full size, alone on a machine. A short run shares its cores with other tests. */
export const timeSlack: Readonly<Record<Size, number>> = { short: 4, full: 1 };

export type Context = {
  readonly environment: TestEnvironment;
  readonly size: Size;
  readonly isFull: boolean;
  /** Expected hashes by `document/format`; the scenario fills it before it breaks anything. */
  readonly golden: Map<string, string>;
};

export type Figure = {
  /** With its name and unit: `honest clients p99 231 ms`. */
  readonly measured: string;
  readonly aim: string;
  readonly passed: boolean;
  /** Details of what went wrong. */
  readonly faults?: readonly string[];
};

export type Outcome = {
  /** What the scenario did, for the table. */
  readonly load: string;
  readonly figures?: readonly Figure[];
  /** Recovery time after each fault. */
  readonly recoveryMs?: readonly number[];
  /** Expectations the scenario did not meet. */
  readonly misses?: readonly string[];
  /** Further figures, for the report. */
  readonly notes?: readonly string[];
};

export type Scenario = {
  readonly name: string;
  readonly about: string;
  readonly leaseMs?: Readonly<Record<Size, number>>;
  readonly env?: (size: Size) => ProcessEnv;
  /** `false`: the scenario migrates the database itself. */
  readonly migrates?: boolean;
  /** Plan limits the scenario changes, for the invariants. */
  readonly activeJobsMax?: Readonly<Record<string, number>>;
  /** `false` where rows are changed by hand or restored from a backup: invariants are then checked at the end only. */
  readonly isWatched?: boolean;
  /** Invariants that the scenario is about: a run that checked nothing for one of them fails. */
  readonly observes?: readonly string[];
  /** What `--corrupt` damages before the check: the run must then fail. */
  readonly corruptions: readonly Corruption[];
  /** Limits of the scenario, for the report. */
  readonly doesNotShow?: string;
  run(context: Context): Promise<Outcome>;
};
