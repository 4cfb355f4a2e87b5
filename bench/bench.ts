/** Types of a benchmark: what it measures, compared with what, and its result. */
import type { ServiceSet } from '@octavo/testkit/services/service-set.ts';

/** `smoke` only shows that a benchmark works; `full` may take hours and tens of gigabytes. */
export type Size = 'smoke' | 'standard' | 'full';
export const sizes: readonly Size[] = ['smoke', 'standard', 'full'];

/**
 * How our value is compared with the baseline: `ratio` (1 is equal, more is better, whichever way the unit
 * points), `difference` is ours less theirs, `factor` is ours divided by theirs, for growth.
 */
export type Aim =
  | { readonly kind: 'ratio'; readonly atLeast: number }
  | { readonly kind: 'difference'; readonly atMost: number }
  | { readonly kind: 'factor'; readonly atMost: number };

export type Round = { readonly ours: number; readonly bare: number };

/** One figure of ours compared with the same figure of the bare part, round by round. */
export type Comparison = {
  readonly what: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly ours: string;
  readonly bare: string;
  readonly rounds: readonly Round[];
  readonly aim?: Aim;
  /** The measured reason, printed if the aim is missed. */
  readonly limit?: string;
};

/** A figure without a counterpart. */
export type Figure = {
  readonly what: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly atMost?: number;
  readonly limit?: string;
};

export type Line = { readonly name: string; readonly points: readonly (readonly [number, number])[] };

/** Becomes a chart. */
export type Series = {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly logX?: boolean;
  readonly lines: readonly Line[];
};

export type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

export type Measured = {
  readonly comparisons?: readonly Comparison[];
  readonly figures?: readonly Figure[];
  readonly series?: readonly Series[];
  readonly tables?: readonly Table[];
  /** What one unit of work costs, for the page on scale. */
  readonly costs?: Readonly<Record<string, number>>;
  /** Conditions of the measurement. */
  readonly notes?: readonly string[];
};

export type Result = Measured & {
  readonly bench: string;
  readonly about: string;
  readonly size: Size;
  readonly at: string;
  readonly commit: string;
  readonly machine: string;
  readonly tookSeconds: number;
};

export type Context = {
  readonly set: ServiceSet;
  readonly size: Size;
  /** Number of rounds for each contender, if there is time. */
  readonly rounds: number;
  /** By `performance.now()`: no round starts that would probably end later. */
  readonly endsAtMs: number;
  readonly say: (text: string) => void;
  /** Runs when the bench is over, however it ends; the latest first. */
  readonly atEnd: (end: () => Promise<unknown>) => void;
};

export type Bench = {
  readonly name: string;
  readonly about: string;
  readonly rounds: Readonly<Record<Size, number>>;
  /** Time limit including preparation; a slow machine does fewer rounds. */
  readonly minutes: Readonly<Record<Size, number>>;
  /** It needs no database, storage or identity provider. */
  readonly withoutServices?: boolean;
  run(context: Context): Promise<Measured>;
};
