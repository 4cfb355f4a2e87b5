/** One bench from its beginning to its result; whatever it opened is closed, however it ends. */
import { spawnSync } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import type { ServiceSet } from '@octavo/testkit/services/service-set.ts';
import type { Bench, Result, Size } from './bench.ts';

export type Execution = {
  readonly set: ServiceSet;
  readonly size: Size;
  readonly rounds: number;
  readonly results: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
};

function commit(): string {
  const asked = (...args: string[]) =>
    spawnSync('git', ['-C', repository, ...args], { encoding: 'utf8' }).stdout.trim();
  // What the benches before this one have written is no change of what is measured.
  const measured = ['--', '.', ':!bench/results', ':!docs'];
  const changed =
    asked('status', '--porcelain', '--untracked-files=no', ...measured) === '' ? '' : ' and changes';
  return `${asked('rev-parse', '--short', 'HEAD')}${changed}`;
}

function machine(): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 1_073_741_824);
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${gib} GiB, Linux ${release()}, Node ${process.version}`;
}

/** So much longer than it was given, a bench is stuck: nobody may be there to see it. */
const patience = 3;
const patienceMinMs = 300_000;

async function untilInterrupted<Outcome>(work: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const interrupted = Promise.withResolvers<never>();
  const stop = () =>
    interrupted.reject(new Error(signal.reason instanceof DOMException ? 'took too long' : 'interrupted'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, interrupted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    // What is still under way fails when its environment is taken away.
    work.catch(() => {});
  }
}

export async function execute(bench: Bench, { signal, ...execution }: Execution): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  const began = performance.now();
  const givenMs = bench.minutes[execution.size] * 60_000;
  const stuck = AbortSignal.timeout(Math.max(patienceMinMs, givenMs * patience));
  try {
    const context = {
      ...execution,
      endsAtMs: began + givenMs,
      atEnd: (end: () => Promise<unknown>) => void endings.push(end),
    };
    const measured = await untilInterrupted(bench.run(context), AbortSignal.any([signal, stuck]));
    return {
      bench: bench.name,
      about: bench.about,
      size: execution.size,
      at: new Date().toISOString(),
      commit: commit(),
      machine: machine(),
      tookSeconds: Math.round((performance.now() - began) / 1000),
      ...measured,
    };
  } finally {
    for (const end of endings.toReversed()) {
      await end().catch((error: unknown) => execution.say(`  not ended cleanly: ${String(error)}`));
    }
  }
}
