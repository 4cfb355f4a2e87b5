/** Watches one document at work for what the kernel does not limit by document: CPU time, output, and memory without a cgroup. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Memory grows fast and is worth a close watch; looking that often costs some CPU, so only where it must be. */
const memoryIntervalMs = 100;
const intervalMs = 500;

export type OutputSize = { readonly files: number; readonly bytes: number };

export async function outputSize(directory: string): Promise<OutputSize> {
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    files += 1;
    bytes += await lstat(join(entry.parentPath, entry.name)).then(
      (stat) => stat.size,
      () => 0,
    );
  }
  return { files, bytes };
}

/** Calls `onBreach` at most once; returns the function that ends the watch. */
export function startWatchdog(watch: Watch, onBreach: (breach: Breach) => void): () => void {
  const everyMs = watch.memoryByWatch ? memoryIntervalMs : intervalMs;
  /** Counting files costs more than reading two numbers, so it keeps to the slower pace. */
  const outputRounds = intervalMs / everyMs;
  let stopped = false;
  let round = 0;
  let cpuMsAtStart: number | null = null;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  const look = async () => {
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
    timer = setTimeout(() => void look(), everyMs);
  };
  let timer = setTimeout(() => void look(), everyMs);
  return stop;
}

function usageBreach(watch: Watch, residentBytes: number, cpuMs: number): Breach | null {
  if (watch.memoryByWatch && residentBytes > watch.limits.memoryBytesMax) {
    return 'memory';
  }
  return cpuMs > watch.timeoutMs * watch.limits.cpuPerWallMax ? 'cpu' : null;
}

async function outputBreach(watch: Watch): Promise<Breach | null> {
  const size = await outputSize(watch.outDir).catch(() => ({ files: 0, bytes: 0 }));
  const over = size.files > watch.limits.outputFilesMax || size.bytes > watch.limits.outputBytesMax;
  return over ? 'output' : null;
}
