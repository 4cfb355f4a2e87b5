/** Jobs that stay active for the length of a test, and are deleted afterwards. */
import { makeSlowDocument } from '../documents/documents.ts';
import { accepted, type Job, pollUntil, remove, type Submission } from './jobs.ts';
import type { Caller } from './request.ts';

const slow = makeSlowDocument();

export const slowSubmission = (pages = 1): Submission => ({
  file: pages === 1 ? slow : makeSlowDocument(pages),
});

/** Runs the test while a job is still being converted, then deletes the job. */
export async function whileSlowJobRuns(
  caller: Caller,
  test: (job: Job) => Promise<void>,
  pages = 1,
): Promise<void> {
  await whileSlowJobsRun(caller, 1, ([job]) => test(job as Job), pages);
}

export async function whileSlowJobsRun(
  caller: Caller,
  count: number,
  test: (jobs: readonly Job[]) => Promise<void>,
  pages = 1,
): Promise<void> {
  const submission = slowSubmission(pages);
  const jobs: Job[] = [];
  try {
    for (let made = 0; made < count; made += 1) jobs.push(await accepted(caller, submission));
    await test(jobs);
  } finally {
    for (const { id } of jobs) await remove(caller, id);
  }
}

export const untilProcessing = (caller: Caller, job: Job) =>
  pollUntil(caller, job.id, ({ status }) => status === 'processing', 60_000);
