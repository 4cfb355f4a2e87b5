/** Runs what keeps the records in order again and again, a little apart from other workers' rounds. */
import { type ForgetPorts, forget } from '../actions/forget.ts';
import { type SweepPorts, sweep } from '../actions/sweep.ts';
import type { WorkerLog } from './attempt.ts';

export type Sweeper = { stop(): Promise<void> };

type Round = (signal: AbortSignal) => Promise<Readonly<Record<string, number>>>;

const intervalMs = 2_000;

function repeat(round: Round, log: WorkerLog): Sweeper {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      const swept = await round(stopping.signal);
      if (Object.values(swept).some((count) => count > 0)) log.info({ ...swept }, 'swept');
    } catch (error) {
      log.warn({ err: error }, 'a sweep could not be finished');
    }
  }

  function next(): void {
    if (stopping.signal.aborted) return;
    const jitter = 0.75 + Math.random() / 2;
    timer = setTimeout(() => {
      current = once().finally(next);
    }, intervalMs * jitter);
  }

  next();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}

export function startSweeper(ports: SweepPorts & ForgetPorts & { readonly log: WorkerLog }): Sweeper {
  // Apart, because jobs of a dead worker must not wait until a night's worth of expired ones is gone.
  const loops = [repeat(() => sweep(ports), ports.log), repeat((signal) => forget(ports, signal), ports.log)];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
