/** Runs one benchmark and closes what it opened, however it ends. */
import { spawnSync } from 'node:child_process';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { commitHash, machine } from '@octavo/testkit/runner/machine.ts';
import { untilAborted } from '@octavo/testkit/runner/series.ts';
import type { ServiceSet } from '@octavo/testkit/services/service-set.ts';
import type { Bench, Result, Size } from './bench.ts';

export type Execution = {
  readonly set: ServiceSet;
  readonly size: Size;
  readonly rounds: number;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
};

/** Results of earlier benchmarks are not a change of what is measured. */
function commit(): string {
  const measured = ['--', '.', ':!bench/results', ':!docs'];
  const { stdout } = spawnSync(
    'git',
    ['-C', repository, 'status', '--porcelain', '--untracked-files=no', ...measured],
    { encoding: 'utf8' },
  );
  return `${commitHash()}${stdout.trim() === '' ? '' : ' and changes'}`;
}

/** A benchmark that takes this many times its planned minutes is stuck. */
const stuckFactor = 3;
const stuckMinMs = 300_000;

export async function execute(bench: Bench, { signal, ...execution }: Execution): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  const began = performance.now();
  const plannedMs = bench.minutes[execution.size] * 60_000;
  const stuck = AbortSignal.timeout(Math.max(stuckMinMs, plannedMs * stuckFactor));
  try {
    const context = {
      ...execution,
      endsAtMs: began + plannedMs,
      atEnd: (end: () => Promise<unknown>) => void endings.push(end),
    };
    const measured = await untilAborted(bench.run(context), AbortSignal.any([signal, stuck]));
    return {
      bench: bench.name,
      about: bench.about,
      size: execution.size,
      at: new Date().toISOString(),
      commit: commit(),
      machine: `${machine()}, Node ${process.version}`,
      tookSeconds: Math.round((performance.now() - began) / 1000),
      ...measured,
    };
  } finally {
    for (const end of endings.toReversed()) {
      await end().catch((error: unknown) => execution.say(`  not ended cleanly: ${String(error)}`));
    }
  }
}
