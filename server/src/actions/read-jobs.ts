/** Reads jobs of an account, with newly signed URLs for the results. */
import type { Caller } from '../domain/caller.ts';
import { downloadName } from '../domain/download-name.ts';
import { OctavoError } from '../domain/errors.ts';
import type { Format } from '../domain/formats.ts';
import { formatInfo } from '../domain/formats.ts';
import { canonicalId } from '../domain/ids.ts';
import type { Job, JobFilter } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { JobList, Page, Store } from '../ports/store.ts';
import { type DescribeJobsPorts, describeJobs, type Include, type JobDescription } from './describe-jobs.ts';

export type ReadJobsPorts = DescribeJobsPorts & {
  readonly blobs: Pick<Blobs, 'signedUrl'>;
  readonly signedUrlSeconds: number;
};

export type JobWithUrls = JobDescription & {
  readonly downloadUrls: Readonly<Partial<Record<Format, string>>>;
};

/** The same message whether the job never existed, was deleted, or belongs to another account. */
export function jobNotFound(): OctavoError {
  return new OctavoError('job_not_found', 'Job not found.');
}

async function downloadUrls(
  { blobs, signedUrlSeconds }: ReadJobsPorts,
  job: Job,
): Promise<JobWithUrls['downloadUrls']> {
  const urls = job.outputs.map(async ({ format, objectKey }) => {
    const url = await blobs.signedUrl(objectKey, {
      expiresInSeconds: signedUrlSeconds,
      contentType: formatInfo[format].mediaType,
      fileName: downloadName(job.source.fileName, format),
    });
    return [format, url] as const;
  });
  return Object.fromEntries(await Promise.all(urls));
}

export async function findJob(store: Pick<Store, 'jobs'>, caller: Caller, jobId: string): Promise<Job> {
  const id = canonicalId(jobId);
  const job = id && (await store.jobs.find(caller.account.id, id));
  if (!job) throw jobNotFound();
  return job;
}

export async function presentJobs(
  ports: ReadJobsPorts,
  caller: Caller,
  jobs: readonly Job[],
  include: Include,
): Promise<readonly JobWithUrls[]> {
  const descriptions = await describeJobs(ports, caller.account.id, jobs, include);
  return Promise.all(
    descriptions.map(async (description) => ({
      ...description,
      downloadUrls: await downloadUrls(ports, description.job),
    })),
  );
}

export async function presentJob(
  ports: ReadJobsPorts,
  caller: Caller,
  job: Job,
  include: Include,
): Promise<JobWithUrls> {
  const [presented] = await presentJobs(ports, caller, [job], include);
  if (!presented) throw new Error('a job was not presented');
  return presented;
}

export type PresentedJobs = Omit<JobList, 'items'> & { readonly items: readonly JobWithUrls[] };

export async function listJobs(
  ports: ReadJobsPorts,
  caller: Caller,
  page: Page,
  include: Include,
  filter: JobFilter = {},
): Promise<PresentedJobs> {
  const { items, ...counts } = await ports.store.jobs.list(caller.account.id, page, filter);
  return { items: await presentJobs(ports, caller, items, include), ...counts };
}
