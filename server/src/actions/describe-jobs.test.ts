/** Details of jobs are read only when they were requested, and only for the jobs that have them. */
import { expect, it, vi } from 'vitest';
import type { Job, JobStatus } from '../domain/job.ts';
import { describeJobs, type IncludablePart } from './describe-jobs.ts';

const now = new Date('2026-11-18T05:00:00Z');
const jobOf = (id: string, status: JobStatus) =>
  ({ id, status, pages: 10, claimedAt: now, progress: null }) as unknown as Job;

const warning = { code: 'font_unreadable', message: 'Some fonts could not be read.', pages: [], count: 1 };

function storeOf() {
  const jobs = {
    queuePositions: vi.fn(async () => new Map([['waiting', { jobsAhead: 2, pagesAhead: 40 }]])),
    throughput: vi.fn(async () => ({ msPerPage: 100, running: [] })),
    warnings: vi.fn(async () => new Map([['done', [warning]]])),
  };
  const apiKeys = { list: vi.fn(async () => [{ id: 'key', name: 'nightly' }]) };
  return { jobs, apiKeys, ports: { store: { jobs, apiKeys }, clock: { now: () => now } } as never };
}

const describe = (jobs: readonly Job[], ...parts: IncludablePart[]) => {
  const { jobs: store, apiKeys, ports } = storeOf();
  return { store, apiKeys, described: describeJobs(ports, 'account', jobs, new Set(parts)) };
};

it('estimates waiting and running jobs when progress was requested', async () => {
  const jobs = [jobOf('waiting', 'pending'), jobOf('running', 'processing'), jobOf('done', 'done')];
  const { store, described } = describe(jobs, 'progress');
  const [waiting, running, done] = await described;
  expect(store.queuePositions).toHaveBeenCalledExactlyOnceWith(['waiting']);
  expect(waiting?.estimate.queuePosition).toBe(3);
  expect(waiting?.estimate.estimatedSeconds).toBeGreaterThan(0);
  expect(running?.estimate).toEqual({ queuePosition: null, estimatedSeconds: 1 });
  expect(done?.estimate).toEqual({ queuePosition: null, estimatedSeconds: null });
  expect(store.warnings).not.toHaveBeenCalled();
  expect(waiting?.warnings).toEqual([]);
});

it('reads no estimates for jobs that have ended', async () => {
  const { store, described } = describe([jobOf('done', 'done'), jobOf('failed', 'failed')], 'progress');
  for (const { estimate } of await described) {
    expect(estimate).toEqual({ queuePosition: null, estimatedSeconds: null });
  }
  expect(store.queuePositions).not.toHaveBeenCalled();
  expect(store.throughput).not.toHaveBeenCalled();
});

it('reads the warnings of all jobs of the account at once', async () => {
  const jobs = [jobOf('done', 'done'), jobOf('waiting', 'pending')];
  const { store, described } = describe(jobs, 'warnings');
  expect((await described).map(({ job, warnings }) => [job.id, warnings])).toEqual([
    ['done', [warning]],
    ['waiting', []],
  ]);
  expect(store.warnings).toHaveBeenCalledExactlyOnceWith('account', ['done', 'waiting']);
  expect(store.queuePositions).not.toHaveBeenCalled();
});

it('reads the keys of the account only if the origin was requested and a job has one', async () => {
  const jobs = [
    { ...jobOf('a', 'done'), apiKeyId: 'key' },
    { ...jobOf('b', 'done'), apiKeyId: null },
  ];
  const requested = describe(jobs, 'origin');
  expect((await requested.described).map(({ apiKey }) => apiKey?.name)).toEqual(['nightly', undefined]);
  expect(requested.apiKeys.list).toHaveBeenCalledExactlyOnceWith('account');
  const without = describe(jobs.slice(1), 'origin');
  await without.described;
  const notRequested = describe(jobs);
  await notRequested.described;
  expect([without.apiKeys.list, notRequested.apiKeys.list].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
