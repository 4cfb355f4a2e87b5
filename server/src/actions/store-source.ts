/** Stores the source of a job before the job exists, while the document is checked, and removes it if there will be no job. */
import { type JobRef, jobPrefix, sourceKey } from '../domain/job.ts';
import type { Blobs, MeasuredFile } from '../ports/blobs.ts';
import type { Store } from '../ports/store.ts';
import { traced } from '../ports/traced.ts';
import type { Span } from '../ports/tracer.ts';

export type StoreSourcePorts = {
  readonly store: Pick<Store, 'uploads'>;
  readonly blobs: Pick<Blobs, 'putFile' | 'deletePrefix'>;
};

/** How long an upload counts as alive after its last heartbeat. */
const uploadAliveMs = 30_000;

/** Best effort: the sweeper finds what cannot be removed now by its record. */
export async function discardSource({ store, blobs }: StoreSourcePorts, job: JobRef): Promise<void> {
  try {
    await blobs.deletePrefix(jobPrefix(job));
    await store.uploads.end(job.id);
  } catch {
    await store.uploads.keepAlive(job.id, 0).catch(() => {});
  }
}

export type Source = { readonly job: JobRef; readonly file: MeasuredFile; readonly span: Span };

/** The upload is recorded before the file is stored: if this process dies, the sweeper knows what to remove. */
async function storeSource({ store, blobs }: StoreSourcePorts, { job, file, span }: Source): Promise<void> {
  await traced(span, 'store source', async () => {
    await store.uploads.begin(job, uploadAliveMs);
    await blobs.putFile(sourceKey(job), file, { contentType: 'application/pdf' });
  });
}

/**
 * Checks a document and stores it at the same time. When it is refused, what was stored is removed; a request to the
 * storage is awaited before, because one that is cut off may still store its object after the removal.
 */
export async function storeWhileChecking<Checked>(
  ports: StoreSourcePorts,
  source: Source,
  check: (signal: AbortSignal) => Promise<Checked>,
): Promise<Checked> {
  const { id } = source.job;
  const failing = new AbortController();
  const keepAlive = setInterval(() => {
    ports.store.uploads.keepAlive(id, uploadAliveMs).catch(() => {});
  }, uploadAliveMs / 3);
  const checked = check(failing.signal);
  const stored = storeSource(ports, source);
  try {
    const [result] = await Promise.all([checked, stored]);
    return result;
  } catch (error) {
    failing.abort(error);
    await Promise.allSettled([checked, stored]);
    await discardSource(ports, source.job);
    throw error;
  } finally {
    clearInterval(keepAlive);
  }
}
