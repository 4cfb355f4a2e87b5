/** Progress is reported once a second at most, with the latest state. */
import { expect, it, vi } from 'vitest';
import type { JobProgress } from '../domain/job.ts';
import type { ClaimRef, Store } from '../ports/store.ts';
import { reportProgress } from './report-progress.ts';

const claim = { jobId: 'job', attempt: 1, claimId: 'claim' } as unknown as ClaimRef;
const layout = (done: number): JobProgress => ({ stage: 'layout', done, total: 100 });

function startReport(recordProgress: () => Promise<void> = async () => {}) {
  vi.useFakeTimers();
  const record = vi.fn(recordProgress);
  const store = { jobs: { recordProgress: record } } as unknown as Pick<Store, 'jobs'>;
  return { report: reportProgress(store, claim), record };
}

it('sends the newest of many reports, one a second', async () => {
  const { report, record } = startReport();
  for (let done = 1; done <= 30; done += 1) {
    report(layout(done));
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  expect(record.mock.calls.map((call) => (call as unknown as [ClaimRef, JobProgress])[1].done)).toEqual([
    10, 20, 30,
  ]);
});

it('sends nothing for an attempt shorter than a second, or after its end', async () => {
  const { report, record } = startReport();
  report(layout(1));
  await vi.advanceTimersByTimeAsync(999);
  report.end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(record).not.toHaveBeenCalled();
});

it('goes on after a report that failed', async () => {
  const { report, record } = startReport(() => Promise.reject(new Error('no database')));
  report(layout(1));
  await vi.advanceTimersByTimeAsync(1_000);
  report(layout(2));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(record).toHaveBeenCalledTimes(2);
});
