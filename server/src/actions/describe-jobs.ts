/** Jobs with what a reader asked for beside the contract's fields. Each part is fetched only when it was asked for. */
import { type Outlook, outlookOf } from '../domain/estimate.ts';
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
  readonly outlook: Outlook;
  readonly warnings: readonly EngineWarning[];
};

const unknown: Outlook = { queuePosition: null, estimatedSeconds: null };

async function outlooks({ store, clock }: DescribeJobsPorts, jobs: readonly Job[]) {
  const ids = (status: Job['status']) => jobs.filter((job) => job.status === status).map(({ id }) => id);
  const pending = ids('pending');
  if (pending.length + ids('processing').length === 0) return new Map<string, Outlook>();
  const [places, pace] = await Promise.all([store.jobs.queuePlaces(pending), store.jobs.pace()]);
  const now = clock.now();
  return new Map(
    jobs.map((job) => [job.id, outlookOf(job, { place: places.get(job.id) ?? null, pace }, now)]),
  );
}

/** All of one account. */
export async function describeJobs(
  ports: DescribeJobsPorts,
  accountId: string,
  jobs: readonly Job[],
  include: Include,
): Promise<readonly JobDescription[]> {
  const ids = jobs.map(({ id }) => id);
  const [outlookById, warningsById] = await Promise.all([
    include.has('progress') ? outlooks(ports, jobs) : new Map<string, Outlook>(),
    include.has('warnings') ? ports.store.jobs.warnings(accountId, ids) : new Map<string, EngineWarning[]>(),
  ]);
  return jobs.map((job) => ({
    job,
    include,
    outlook: outlookById.get(job.id) ?? unknown,
    warnings: warningsById.get(job.id) ?? [],
  }));
}
