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
  /** Its slot is free again; what is left is storing the outputs and committing. */
  isConverted: boolean;
  renewedAtMs: number;
  ended: Promise<void>;
};

function newEntry(): Running {
  const abort = new AbortController();
  return { abort, claim: null, isConverted: false, renewedAtMs: 0, ended: Promise.resolve() };
}

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

/** Outputs on their way to the storage do not hold up the next conversion, as long as they are not too many. */
const storingPerSlot = 1;

type Attempts = ReadonlyMap<string, Running>;

const busySlots = (running: Attempts) =>
  [...running.values()].filter(({ isConverted }) => !isConverted).length;

function freeSlots(slots: number, running: Attempts): number {
  return Math.min(slots - busySlots(running), slots * (1 + storingPerSlot) - running.size);
}

/** Tells when an attempt has no more use for its slot. After a failure the slot rests with the attempt. */
function tellingEngine(engine: RunnerPorts['engine'], onConverted: () => void): RunnerPorts['engine'] {
  return {
    convert: async (request) => {
      const outcome = await engine.convert(request);
      if (outcome.status === 'converted') onConverted();
      return outcome;
    },
  };
}

export function startRunner(ports: RunnerPorts): Runner {
  const { tasks, log } = ports;
  const running = new Map<string, Running>();
  ports.metrics.watchSlots(ports.slots, () => busySlots(running));
  let stopping = false;
  let filling: Promise<void> | null = null;
  let wanted = false;

  const free = () => freeSlots(ports.slots, running);

  function begin(jobId: string): void {
    const entry = newEntry();
    running.set(jobId, entry);
    const claimed = (claim: Claim) => {
      entry.claim = claim;
      entry.renewedAtMs = performance.now();
    };
    const engine = tellingEngine(ports.engine, () => {
      entry.isConverted = true;
      fill();
    });
    entry.ended = runTask({ ...ports, engine }, jobId, entry.abort.signal, claimed)
      .catch((error) =>
        log.error({ job_id: jobId, err: error }, 'the end of an attempt could not be written'),
      )
      .finally(() => {
        running.delete(jobId);
        fill();
      });
  }

  async function takeTasks(): Promise<void> {
    while (wanted && !stopping && free() > 0) {
      wanted = false;
      const jobIds = await tasks.fetch(free());
      for (const jobId of jobIds.filter((id) => !running.has(id))) begin(jobId);
    }
  }

  /** However often it is called, one look at a time, and one more after the last call: for a slot that came free meanwhile. */
  function fill(): void {
    wanted = true;
    if (stopping) return;
    filling ??= takeTasks()
      .catch((error) => log.warn({ err: error }, 'no tasks could be fetched'))
      .finally(() => {
        filling = null;
        if (wanted && free() > 0) fill();
      });
  }

  async function beat(): Promise<void> {
    if (running.size === 0) return;
    const renewals = [...running].map(([jobId, entry]) => renewLease(ports, jobId, entry));
    await Promise.all([tasks.keepAlive([...running.keys()]).catch(() => {}), ...renewals]);
  }

  /** What was fetched while the stop came is begun as well: to be handed back at once instead of lying there in silence. */
  const allEnded = async () => {
    await filling;
    await Promise.allSettled([...running.values()].map((entry) => entry.ended));
  };

  ports.signals.onTask(fill);
  ports.signals.onDeletion((jobId) => running.get(jobId)?.abort.abort(new Error('the job was deleted')));
  const polling = setInterval(fill, pollMs);
  const beating = setInterval(() => void beat(), ports.leaseMs / 3);
  fill();

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
