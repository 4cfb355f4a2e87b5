/** Adds the requested details to jobs. Each is fetched only when it was requested. */
import type { ApiKey } from '../domain/api-key.ts';
import { estimateJob, type JobEstimate } from '../domain/estimate.ts';
import type { Job } from '../domain/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineWarning } from '../ports/engine.ts';
import type { Store } from '../ports/store.ts';

export const includableParts = [
  'error',
  'file',
  'origin',
  'progress',
  'retention',
  'timing',
  'warnings',
] as const;
export type IncludablePart = (typeof includableParts)[number];
export type Include = ReadonlySet<IncludablePart>;

export type DescribeJobsPorts = { readonly store: Pick<Store, 'apiKeys' | 'jobs'>; readonly clock: Clock };

export type JobDescription = {
  readonly job: Job;
  readonly include: Include;
  readonly estimate: JobEstimate;
  readonly warnings: readonly EngineWarning[];
  /** The API key it was submitted with; `null` for a session, and if it was not requested. */
  readonly apiKey: ApiKey | null;
};

const unknown: JobEstimate = { queuePosition: null, estimatedSeconds: null };

async function estimates({ store, clock }: DescribeJobsPorts, jobs: readonly Job[]) {
  const ids = (status: Job['status']) => jobs.filter((job) => job.status === status).map(({ id }) => id);
  const pending = ids('pending');
  if (pending.length + ids('processing').length === 0) return new Map<string, JobEstimate>();
  const [places, throughput] = await Promise.all([
    store.jobs.queuePositions(pending),
    store.jobs.throughput(),
  ]);
  const now = clock.now();
  return new Map(
    jobs.map((job) => [job.id, estimateJob(job, { place: places.get(job.id) ?? null, throughput }, now)]),
  );
}

/** The keys of the account by id, if a job was submitted with one. */
async function keysOf({ store }: DescribeJobsPorts, accountId: string, jobs: readonly Job[]) {
  const keys = jobs.some(({ apiKeyId }) => apiKeyId !== null) ? await store.apiKeys.list(accountId) : [];
  return new Map(keys.map((key) => [key.id, key]));
}

/** All jobs must belong to the account. */
export async function describeJobs(
  ports: DescribeJobsPorts,
  accountId: string,
  jobs: readonly Job[],
  include: Include,
): Promise<readonly JobDescription[]> {
  const ids = jobs.map(({ id }) => id);
  const [estimateById, warningsById, keyById] = await Promise.all([
    include.has('progress') ? estimates(ports, jobs) : new Map<string, JobEstimate>(),
    include.has('warnings') ? ports.store.jobs.warnings(accountId, ids) : new Map<string, EngineWarning[]>(),
    include.has('origin') ? keysOf(ports, accountId, jobs) : new Map<string, ApiKey>(),
  ]);
  return jobs.map((job) => ({
    job,
    include,
    estimate: estimateById.get(job.id) ?? unknown,
    warnings: warningsById.get(job.id) ?? [],
    apiKey: keyById.get(job.apiKeyId ?? '') ?? null,
  }));
}
