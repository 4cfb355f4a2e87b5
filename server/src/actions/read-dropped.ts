/** Reads what the conversion of a done job left out as hidden. */
import type { Caller } from '../domain/caller.ts';
import type { DroppedContent } from '../domain/dropped.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { findJob, jobNotFound } from './read-jobs.ts';

export async function readDropped(
  { store }: { readonly store: Pick<Store, 'jobs'> },
  caller: Caller,
  jobId: string,
): Promise<DroppedContent> {
  const job = await findJob(store, caller, jobId);
  requireDone(job);
  const dropped = await store.jobs.dropped(job.accountId, job.id);
  // Deleted between the two reads.
  if (!dropped) throw jobNotFound();
  return dropped;
}
