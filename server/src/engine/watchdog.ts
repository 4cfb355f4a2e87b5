/** Enforces limits per document that the kernel does not: CPU time, output, and memory without a cgroup. */
import { exceedsOutput } from './output-limit.ts';
import { treeUsage } from './process-tree.ts';
import type { ProcessLimits } from './settings.ts';

export type Breach = 'memory' | 'cpu' | 'output';

export type Watchdog = {
  stop(): void;
  /** CPU time divided by elapsed time, since the first check. */
  cpuShare(): Promise<number>;
};

export type Watch = {
  readonly pid: number;
  readonly limits: ProcessLimits;
  readonly timeoutMs: number;
  readonly outDir: string;
  readonly memoryByWatch: boolean;
};

/** Memory grows fast, so it is checked often, but only where the kernel does not limit it. */
const memoryIntervalMs = 100;
const intervalMs = 500;

/** Calls `onBreach` at most once. */
export function startWatchdog(watch: Watch, onBreach: (breach: Breach) => void): Watchdog {
  const everyMs = watch.memoryByWatch ? memoryIntervalMs : intervalMs;
  /** Counting files is expensive, so it uses the longer interval. */
  const outputRounds = intervalMs / everyMs;
  let stopped = false;
  let round = 0;
  let first: { readonly cpuMs: number; readonly at: number } | null = null;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  const check = async () => {
    const usage = await treeUsage(watch.pid);
    first ??= { cpuMs: usage.cpuMs, at: performance.now() };
    round += 1;
    const breach =
      usageBreach(watch, usage.residentBytes, usage.cpuMs - first.cpuMs) ??
      (round % outputRounds === 0 ? await outputBreach(watch) : null);
    if (stopped) {
      return;
    }
    if (breach) {
      stop();
      onBreach(breach);
      return;
    }
    timer = setTimeout(() => void check(), everyMs);
  };
  const cpuShare = async () => {
    if (first === null) return 0;
    const { cpuMs } = await treeUsage(watch.pid);
    return (cpuMs - first.cpuMs) / Math.max(performance.now() - first.at, 1);
  };
  let timer = setTimeout(() => void check(), everyMs);
  return { stop, cpuShare };
}

function usageBreach(watch: Watch, residentBytes: number, cpuMs: number): Breach | null {
  if (watch.memoryByWatch && residentBytes > watch.limits.memoryBytesMax) {
    return 'memory';
  }
  return cpuMs > watch.timeoutMs * watch.limits.cpuPerWallMax ? 'cpu' : null;
}

async function outputBreach({ outDir, limits }: Watch): Promise<Breach | null> {
  return (await exceedsOutput(outDir, limits)) ? 'output' : null;
}
