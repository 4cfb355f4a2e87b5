/** Jobs as their owner reads them, with URLs for the results that are made anew each time. */
import type { Caller } from '../domain/caller.ts';
import { downloadForms, downloadName } from '../domain/download.ts';
import { OctavoError } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';
import type { Job } from '../domain/job.ts';
import type { Format } from '../domain/options.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Page, Store } from '../ports/store.ts';

export type ReadJobsPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'signedUrl'>;
  readonly signedUrlSeconds: number;
};

export type JobWithUrls = {
  readonly job: Job;
  readonly downloadUrls: Readonly<Partial<Record<Format, string>>>;
};

/** The same words for a job that never was, was deleted, or is somebody else's. */
export function jobNotFound(): OctavoError {
  return new OctavoError('job_not_found', 'There is no such job.');
}

export async function withDownloadUrls(
  { blobs, signedUrlSeconds }: Pick<ReadJobsPorts, 'blobs' | 'signedUrlSeconds'>,
  job: Job,
): Promise<JobWithUrls> {
  const urls = job.outputs.map(async ({ format, objectKey }) => {
    const url = await blobs.signedUrl(objectKey, {
      expiresInSeconds: signedUrlSeconds,
      contentType: downloadForms[format].mediaType,
      fileName: downloadName(job.source.fileName, format),
    });
    return [format, url] as const;
  });
  return { job, downloadUrls: Object.fromEntries(await Promise.all(urls)) };
}

export async function findJob(store: Pick<Store, 'jobs'>, caller: Caller, jobId: string): Promise<Job> {
  const job = isId(jobId) ? await store.jobs.find(caller.account.id, jobId) : null;
  if (!job) throw jobNotFound();
  return job;
}

export async function readJob(ports: ReadJobsPorts, caller: Caller, jobId: string): Promise<JobWithUrls> {
  return withDownloadUrls(ports, await findJob(ports.store, caller, jobId));
}

export async function listJobs(
  ports: ReadJobsPorts,
  caller: Caller,
  page: Page,
): Promise<{ readonly items: readonly JobWithUrls[]; readonly total: number }> {
  const { items, total } = await ports.store.jobs.list(caller.account.id, page);
  return { items: await Promise.all(items.map((job) => withDownloadUrls(ports, job))), total };
}
