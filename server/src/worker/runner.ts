/** The door for tasks: takes as many as there are free slots, keeps their leases alive, and ends them in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim } from '../ports/store.ts';
import type { Signals } from '../ports/tasks.ts';
import { type AttemptPorts, runTask } from './attempt.ts';

export type RunnerPorts = AttemptPorts & { readonly signals: Signals; readonly slots: number };

export type Runner = {
  /** Takes nothing new; gives what is running so long to finish, then hands it back. */
  stop(finishMs: number): Promise<void>;
};

type Running = {
  readonly abort: AbortController;
  claim: Claim | null;
  renewedAtMs: number;
  ended: Promise<void>;
};

const pollMs = 1_000;

async function renewLease({ store, leaseMs }: RunnerPorts, jobId: string, entry: Running): Promise<void> {
  if (!entry.claim) return;
  try {
    if (await store.jobs.renew(jobId, entry.claim.attempt, leaseMs)) entry.renewedAtMs = performance.now();
    else entry.abort.abort(new Error('the lease was lost or the job deleted'));
  } catch {
    // Nobody answers. When the lease is over by our own clock, somebody else may have the job.
    if (performance.now() - entry.renewedAtMs > leaseMs) entry.abort.abort(new Error('the lease ran out'));
  }
}

export function startRunner(ports: RunnerPorts): Runner {
  const { tasks, log } = ports;
  const running = new Map<string, Running>();
  ports.metrics.watchSlots(ports.slots, () => running.size);
  let stopping = false;
  let filling = false;

  function begin(jobId: string): void {
    const abort = new AbortController();
    const entry: Running = { abort, claim: null, renewedAtMs: 0, ended: Promise.resolve() };
    running.set(jobId, entry);
    const claimed = (claim: Claim) => {
      entry.claim = claim;
      entry.renewedAtMs = performance.now();
    };
    entry.ended = runTask(ports, jobId, abort.signal, claimed)
      .catch((error) =>
        log.error({ job_id: jobId, err: error }, 'the end of an attempt could not be written'),
      )
      .finally(() => {
        running.delete(jobId);
        void fill();
      });
  }

  async function fill(): Promise<void> {
    const free = ports.slots - running.size;
    if (stopping || filling || free <= 0) return;
    filling = true;
    try {
      const jobIds = await tasks.fetch(free);
      for (const jobId of jobIds.filter((id) => !running.has(id))) begin(jobId);
    } catch (error) {
      log.warn({ err: error }, 'no tasks could be fetched');
    } finally {
      filling = false;
    }
  }

  async function beat(): Promise<void> {
    if (running.size === 0) return;
    const renewals = [...running].map(([jobId, entry]) => renewLease(ports, jobId, entry));
    await Promise.all([tasks.keepAlive([...running.keys()]).catch(() => {}), ...renewals]);
  }

  const allEnded = () => Promise.allSettled([...running.values()].map((entry) => entry.ended));

  ports.signals.onTask(() => void fill());
  ports.signals.onDeletion((jobId) => running.get(jobId)?.abort.abort(new Error('the job was deleted')));
  const polling = setInterval(() => void fill(), pollMs);
  const beating = setInterval(() => void beat(), ports.leaseMs / 3);
  void fill();

  return {
    stop: async (finishMs) => {
      stopping = true;
      clearInterval(polling);
      await Promise.race([allEnded(), sleep(finishMs, undefined, { ref: false })]);
      for (const entry of running.values()) entry.abort.abort(new Error('the worker is shutting down'));
      await allEnded();
      clearInterval(beating);
    },
  };
}
