/** The workers of the stack: as many as asked for, so that a test can have none. */
import { type Child, type ProcessEnv, startChild } from '../processes/child.ts';

export type Workers = {
  resize(count: number): Promise<void>;
  /** All of them at once, without a chance to put anything in order. */
  kill(): Promise<void>;
};

const workerEntry = 'server/src/start/worker.ts';

export function startWorkers(env: ProcessEnv, logDirectory: string): Workers {
  const workers: Child[] = [];
  let started = 0;
  return {
    async resize(count) {
      while (workers.length < count) {
        started += 1;
        workers.push(startChild(`worker-${started}`, workerEntry, env, logDirectory));
      }
      await Promise.all(workers.splice(count).map((worker) => worker.stop()));
    },
    async kill() {
      await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    },
  };
}
