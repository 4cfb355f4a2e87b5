/** Adds the requested details to jobs. Each is fetched only when it was requested. */
import { estimateJob, type JobEstimate } from '../domain/estimate.ts';
import type { Job } from '../domain/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineWarning } from '../ports/engine.ts';
import type { Store } from '../ports/store.ts';

export const includableParts = ['file', 'progress', 'retention', 'timing', 'warnings'] as const;
export type IncludablePart = (typeof includableParts)[number];
export type Include = ReadonlySet<IncludablePart>;

export type DescribeJobsPorts = { readonly store: Pick<Store, 'jobs'>; readonly clock: Clock };

export type JobDescription = {
  readonly job: Job;
  readonly include: Include;
  readonly estimate: JobEstimate;
  readonly warnings: readonly EngineWarning[];
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

/** All jobs must belong to the account. */
export async function describeJobs(
  ports: DescribeJobsPorts,
  accountId: string,
  jobs: readonly Job[],
  include: Include,
): Promise<readonly JobDescription[]> {
  const ids = jobs.map(({ id }) => id);
  const [estimateById, warningsById] = await Promise.all([
    include.has('progress') ? estimates(ports, jobs) : new Map<string, JobEstimate>(),
    include.has('warnings') ? ports.store.jobs.warnings(accountId, ids) : new Map<string, EngineWarning[]>(),
  ]);
  return jobs.map((job) => ({
    job,
    include,
    estimate: estimateById.get(job.id) ?? unknown,
    warnings: warningsById.get(job.id) ?? [],
  }));
}
