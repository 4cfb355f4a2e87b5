/** The form of an attack: a fault run whose figures are held against aims, one line of the table for each. */
import { complaints } from '@octavo/testkit/invariants/check.ts';
import { type Execution, execute } from '@octavo/testkit/runner/execute.ts';
import type { Context, FaultRun, RunResult } from '@octavo/testkit/runner/scenario.ts';

export type Figure = {
  /** With its name and unit: `good clients p99 231 ms`. */
  readonly measured: string;
  readonly aim: string;
  readonly held: boolean;
  /** What went wrong, for whoever must find out why. */
  readonly faults?: readonly string[];
};

export type SecurityOutcome = {
  readonly load: string;
  readonly figures: readonly Figure[];
  readonly notes?: readonly string[];
};

export type SecurityRun = Omit<FaultRun, 'run'> & {
  /** What may not be read into its figures. */
  readonly doesNotShow?: string;
  run(context: Context): Promise<SecurityOutcome>;
};

export type SecurityResult = RunResult & { readonly figures: readonly Figure[] };

const missed = ({ measured, aim, held, faults = [] }: Figure): string[] =>
  held ? [] : [`${measured}, aim ${aim}`, ...faults];

/** A run that breaks off has shown nothing: that is a figure too. */
export async function attack(run: SecurityRun, options: Execution): Promise<SecurityResult> {
  const figures: Figure[] = [];
  const began = performance.now();
  const asFaultRun: FaultRun = {
    ...run,
    run: async (context) => {
      const outcome = await run.run(context);
      figures.push(...outcome.figures);
      return { load: outcome.load, misses: figures.flatMap(missed), notes: outcome.notes ?? [] };
    },
  };
  const { size, seed } = options;
  const result = await execute(asFaultRun, options).catch(
    (error: Error): RunResult => ({
      run: run.name,
      size,
      seed,
      outcome: { load: 'did not come to its end', misses: [error.stack ?? error.message] },
      verdict: new Map(),
      tookMs: performance.now() - began,
    }),
  );
  return { ...result, figures: [...figures, invariantsOf(result)] };
}

function invariantsOf({ verdict }: RunResult): Figure {
  if (verdict.size === 0) return { measured: 'not checked', aim: 'all invariants hold', held: false };
  const faults = complaints(verdict);
  return { measured: `${faults.length} invariants broken`, aim: '0', held: faults.length === 0, faults };
}

export const hasHeld = ({ figures }: SecurityResult) => figures.every(({ held }) => held);
