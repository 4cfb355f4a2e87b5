/** Runs tasks in the free slots, renews their leases, and shuts down cleanly. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim } from '../ports/store.ts';
import type { Signals } from '../ports/tasks.ts';
import { type AttemptPorts, runTask, type TakenTask } from './attempt.ts';
import { pollOnDemand } from './poll-on-demand.ts';
import {
  freeSlots,
  newAttempt,
  preemptForOthers,
  type RunningAttempt,
  renewLease,
  slotHolders,
  takeTasks,
  watchLease,
} from './running-attempts.ts';

export type RunnerPorts = AttemptPorts & { readonly signals: Signals; readonly slots: number };

export type Runner = {
  /** Stops fetching, waits `finishMs` for running attempts, then hands them back. */
  stop(finishMs: number): Promise<void>;
};

const pollMs = 1_000;

/** Calls back when an attempt no longer needs its slot. After a failure it keeps the slot until it ends. */
function notifyingEngine(engine: RunnerPorts['engine'], onConverted: () => void): RunnerPorts['engine'] {
  return {
    convert: async (request) => {
      const outcome = await engine.convert(request);
      if (outcome.status === 'converted') onConverted();
      return outcome;
    },
    recognize: engine.recognize,
  };
}

const shutDown = ({ abort }: RunningAttempt) => abort.abort(new Error('the worker is shutting down'));

export function startRunner(ports: RunnerPorts): Runner {
  const { slots, log } = ports;
  const running = new Map<string, RunningAttempt>();
  let isAborting = false;
  ports.metrics.watchSlots(slots, () => slotHolders(running).length);

  function startAttempt(task: TakenTask): void {
    const attempt = newAttempt(task.accountId);
    running.set(task.jobId, attempt);
    if (isAborting) shutDown(attempt);
    const onClaim = (claim: Claim, requestedAtMs: number) => {
      Object.assign(attempt, { claim, accountId: claim.job.accountId, claimedAtMs: performance.now() });
      watchLease(attempt, ports.leaseMs, requestedAtMs);
    };
    const engine = notifyingEngine(ports.engine, () => {
      attempt.isConverted = true;
      poller.resume();
    });
    attempt.ended = runTask({ ...ports, engine }, task, attempt.abort.signal, onClaim)
      .catch((error) =>
        log.error({ job_id: task.jobId, err: error }, 'the result of an attempt could not be recorded'),
      )
      .finally(() => {
        clearTimeout(attempt.leaseEnd);
        attempt.claim = null;
        running.delete(task.jobId);
        poller.resume();
      });
  }

  /** A job that was just handed back may be fetched again before its attempt has ended here. */
  function startAfterPrevious(task: TakenTask): void {
    const previous = running.get(task.jobId);
    if (previous) void previous.ended.then(() => startAfterPrevious(task));
    else startAttempt(task);
  }

  const poller = pollOnDemand({
    poll: async () => {
      const taken = await takeTasks(ports, running);
      for (const task of taken) startAfterPrevious(task);
      return taken.length > 0;
    },
    hasCapacity: () => freeSlots(slots, running) > 0,
    onError: (error) => log.warn({ err: error }, 'no tasks could be fetched'),
  });

  async function renewLeases(): Promise<void> {
    if (running.size === 0) return;
    const renewals = [...running.values()].map((attempt) => renewLease(ports, attempt));
    await Promise.all([ports.tasks.keepAlive([...running.keys()]).catch(() => {}), ...renewals]);
  }

  function poll(): void {
    poller.trigger();
    preemptForOthers(ports, running).catch((error) =>
      log.warn({ err: error }, 'no attempt could be preempted'),
    );
  }

  /** Tasks fetched during the stop are started too: they are requeued at once instead of waiting for the sweeper. */
  const waitForAttempts = async () => {
    await poller.settled();
    while (running.size > 0) await Promise.allSettled([...running.values()].map(({ ended }) => ended));
  };

  ports.signals.onTask(poller.trigger);
  ports.signals.onDeletion((jobId) => running.get(jobId)?.abort.abort(new Error('the job was deleted')));
  const pollTimer = setInterval(poll, pollMs);
  const renewalTimer = setInterval(() => void renewLeases(), ports.leaseMs / 3);
  poller.trigger();

  return {
    stop: async (finishMs) => {
      poller.stop();
      clearInterval(pollTimer);
      await Promise.race([waitForAttempts(), sleep(finishMs, undefined, { ref: false })]);
      isAborting = true;
      for (const attempt of running.values()) shutDown(attempt);
      await waitForAttempts();
      clearInterval(renewalTimer);
    },
  };
}
