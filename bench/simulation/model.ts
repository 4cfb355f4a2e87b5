/** The nouns of the simulation. Times are seconds since its beginning. */

export type PlanName = 'free' | 'pro' | 'business';
export const planNames: readonly PlanName[] = ['free', 'pro', 'business'];

export type PlanModel = {
  readonly priority: number;
  readonly activeJobsMax: number;
  readonly accounts: number;
  /** Jobs of one account in a day, before the wave. */
  readonly jobsPerDay: number;
};

export type Account = {
  readonly number: number;
  readonly plan: PlanName;
  readonly cell: number;
  readonly activeJobsMax: number;
  active: number;
};

export type Job = {
  readonly account: Account;
  readonly priority: number;
  readonly pages: number;
  readonly serviceSeconds: number;
  /** When its owner first tried to submit it. */
  readonly wantedAt: number;
  /** When it last joined the line, and when it was last taken from it. */
  queuedAt: number;
  begunAt: number;
  tries: number;
  /** Raised when a worker is lost with it: an end that belongs to an earlier attempt counts for nothing. */
  attempt: number;
};

/** What one unit of work costs, measured by the benches. */
export type Costs = {
  readonly pagesPerJob: number;
  /** Of one slot on one core. */
  readonly secondsPerPage: number;
  /** Fetching, storing and committing around the conversion. */
  readonly secondsPerJob: number;
  /** What the records and the queue of one cell can take. */
  readonly tasksPerSecondMax: number;
};

export type Autoscaler = {
  readonly slotsMin: number;
  readonly slotsMax: number;
  /** How often it looks. */
  readonly everySeconds: number;
  /** From the order to the first job: a machine, a process, its engines. */
  readonly startSeconds: number;
  /** Nobody should wait longer than this. */
  readonly ageTargetSeconds: number;
  /** Below this share of busy slots some are given back. */
  readonly busyMin: number;
};

export type Trouble =
  | { readonly kind: 'burst'; readonly from: number; readonly to: number; readonly factor: number }
  | { readonly kind: 'loss'; readonly at: number; readonly share: number; readonly leaseSeconds: number }
  | { readonly kind: 'noisy'; readonly from: number; readonly to: number; readonly jobsPerSecond: number };

export type Scenario = {
  readonly name: string;
  readonly about: string;
  readonly seconds: number;
  readonly cells: number;
  readonly plans: Readonly<Record<PlanName, PlanModel>>;
  /** Share by which arrivals rise and fall over a day; 0 is a flat line. */
  readonly wave: number;
  /** Time of day at which it begins. */
  readonly beginsAtSeconds: number;
  readonly troubles: readonly Trouble[];
  readonly autoscaler: Autoscaler;
  readonly costs: Costs;
  readonly seed: number;
};
