/** Runs the sweep again and again, a little apart from other workers' sweeps. */
import { type SweepPorts, sweep } from '../actions/sweep.ts';
import type { WorkerLog } from './attempt.ts';

export type Sweeper = { stop(): Promise<void> };

const intervalMs = 2_000;

export function startSweeper(ports: SweepPorts & { readonly log: WorkerLog }): Sweeper {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      const swept = await sweep(ports);
      if (Object.values(swept).some((count) => count > 0)) ports.log.info({ ...swept }, 'swept');
    } catch (error) {
      ports.log.warn({ err: error }, 'a sweep could not be finished');
    }
  }

  function next(): void {
    if (stopped) return;
    const jitter = 0.75 + Math.random() / 2;
    timer = setTimeout(() => {
      current = once().finally(next);
    }, intervalMs * jitter);
  }

  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
