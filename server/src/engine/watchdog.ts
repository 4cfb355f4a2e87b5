/** Enforces limits per document that the kernel does not: CPU time, output, and memory without a cgroup. */
import { exceedsOutput } from './output-limit.ts';
import { treeUsage } from './process-tree.ts';
import type { ProcessLimits } from './settings.ts';

export type Breach = 'memory' | 'cpu' | 'output';

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

/** Calls `onBreach` at most once; returns the function that stops the watchdog. */
export function startWatchdog(watch: Watch, onBreach: (breach: Breach) => void): () => void {
  const everyMs = watch.memoryByWatch ? memoryIntervalMs : intervalMs;
  /** Counting files is expensive, so it uses the longer interval. */
  const outputRounds = intervalMs / everyMs;
  let stopped = false;
  let round = 0;
  let cpuMsAtStart: number | null = null;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  const check = async () => {
    const usage = await treeUsage(watch.pid);
    cpuMsAtStart ??= usage.cpuMs;
    round += 1;
    const breach =
      usageBreach(watch, usage.residentBytes, usage.cpuMs - cpuMsAtStart) ??
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
  let timer = setTimeout(() => void check(), everyMs);
  return stop;
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
