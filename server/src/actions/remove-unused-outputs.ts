/** Removes stored objects of a job that no row refers to. */
import { jobPrefix } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { JobRef, Store } from '../ports/store.ts';

export type RemoveUnusedOutputsPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'folders' | 'deletePrefix'>;
};

/**
 * Lists first and reads the row after that: a claim that is made later, also after a fail-over of the database, has
 * nothing in the list, and an older one that the row does not name can never be committed. `listed` is a list made
 * earlier. Resolves to the number of folders removed.
 */
export async function removeUnusedOutputs(
  { store, blobs }: RemoveUnusedOutputsPorts,
  job: JobRef,
  listed?: readonly string[],
): Promise<number> {
  const stored = listed ?? (await blobs.folders(jobPrefix(job)));
  if (stored.length === 0) return 0;
  // A deleted job uses nothing: a slow worker may have written after the deletion.
  const inUse = (await store.jobs.prefixesInUse(job.id)) ?? new Set();
  const unused = stored.filter((prefix) => !inUse.has(prefix));
  for (const prefix of unused) await blobs.deletePrefix(prefix);
  return unused.length;
}
