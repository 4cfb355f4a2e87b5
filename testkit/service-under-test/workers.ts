/** The workers of the stack: as many as a test asks for, also none. */
import type { Fleet, Member } from '../processes/fleet.ts';

export type Workers = {
  resize(count: number): Promise<void>;
  /** All of them at once, without a chance to clean up. */
  kill(): Promise<void>;
};

export function startWorkers(fleet: Fleet): Workers {
  const workers: Member[] = [];
  return {
    async resize(count) {
      while (workers.length < count) workers.push(await fleet.startWorker());
      await Promise.all(workers.splice(count).map((worker) => worker.stop()));
    },
    async kill() {
      await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    },
  };
}
