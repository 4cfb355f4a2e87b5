/** Waits until a job has finished or a signal aborts. */
import type { Caller } from '../domain/caller.ts';
import { isLastEvent } from '../domain/event.ts';
import { isFinished, type Job } from '../domain/job.ts';
import type { EventFeed } from '../ports/events.ts';
import type { Store } from '../ports/store.ts';
import { findJob } from './read-jobs.ts';

export type WaitForJobPorts = { readonly store: Pick<Store, 'jobs'>; readonly feed: EventFeed };

/** Stays open once opened, so that an event that arrives before the wait is not missed. */
function createLatch(): { open(): void; wait(signal: AbortSignal): Promise<void> } {
  let next = Promise.withResolvers<void>();
  return {
    open: () => next.resolve(),
    wait: async (signal) => {
      const aborted = Promise.withResolvers<void>();
      const stop = () => aborted.resolve();
      signal.addEventListener('abort', stop);
      if (!signal.aborted) await Promise.race([next.promise, aborted.promise]);
      signal.removeEventListener('abort', stop);
      next = Promise.withResolvers();
    },
  };
}

/** If the signal aborts, returns the job as it is then. */
export async function waitForJob(
  { store, feed }: WaitForJobPorts,
  caller: Caller,
  jobId: string,
  signal: AbortSignal,
): Promise<Job> {
  const latch = createLatch();
  const id = jobId.toLowerCase();
  const unsubscribe = feed.subscribe(caller.account.id, {
    apiKeyId: caller.apiKeyId,
    needs: 'ends',
    onEvent: (event) => {
      if (event.jobId === id && isLastEvent(event)) latch.open();
    },
    onEnded: (jobIds) => {
      if (jobIds.includes(id)) latch.open();
    },
    onProgress: () => {},
    onGap: latch.open,
    onRevoked: () => {},
  });
  try {
    let job = await findJob(store, caller, jobId);
    while (!isFinished(job) && !signal.aborted) {
      await latch.wait(signal);
      job = await findJob(store, caller, jobId);
    }
    return job;
  } finally {
    unsubscribe();
  }
}
