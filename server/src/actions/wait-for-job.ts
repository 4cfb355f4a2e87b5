/** Waits until a job is done or failed, woken by the commit that ends it; answers it as it is when the time is over. */
import type { Caller } from '../domain/caller.ts';
import { isLastEvent } from '../domain/event.ts';
import { isFinished, type Job } from '../domain/job.ts';
import type { EventFeed } from '../ports/events.ts';
import type { Store } from '../ports/store.ts';
import { findJob } from './read-jobs.ts';

export type WaitForJobPorts = { readonly store: Pick<Store, 'jobs'>; readonly feed: EventFeed };

/** Resolves at the next ring, also at one that came before anybody listened. */
function bell(): { ring(): void; rung(signal: AbortSignal): Promise<void> } {
  let next = Promise.withResolvers<void>();
  return {
    ring: () => next.resolve(),
    rung: async (signal) => {
      const aborted = Promise.withResolvers<void>();
      const stop = () => aborted.resolve();
      signal.addEventListener('abort', stop);
      if (!signal.aborted) await Promise.race([next.promise, aborted.promise]);
      signal.removeEventListener('abort', stop);
      next = Promise.withResolvers();
    },
  };
}

/** The signal ends the waiting, not the answer. */
export async function waitForJob(
  { store, feed }: WaitForJobPorts,
  caller: Caller,
  jobId: string,
  signal: AbortSignal,
): Promise<Job> {
  const { ring, rung } = bell();
  const id = jobId.toLowerCase();
  const unsubscribe = feed.subscribe(caller.account.id, {
    apiKeyId: caller.apiKeyId,
    onEvent: (event) => {
      if (event.jobId === id && isLastEvent(event)) ring();
    },
    onProgress: () => {},
    onGap: ring,
    onRevoked: () => {},
  });
  try {
    let job = await findJob(store, caller, jobId);
    while (!isFinished(job) && !signal.aborted) {
      await rung(signal);
      job = await findJob(store, caller, jobId);
    }
    return job;
  } finally {
    unsubscribe();
  }
}
