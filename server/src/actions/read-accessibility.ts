/** Reads the accessibility report of a done job. */
import type { AccessibilityReport } from '../domain/accessibility.ts';
import type { Caller } from '../domain/caller.ts';
import { OctavoError } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { findJob, jobNotFound } from './read-jobs.ts';

const advice = 'Submit it again with source_job_id and the format tagged-pdf; its pages are charged.';

export async function readAccessibility(
  { store }: { readonly store: Pick<Store, 'jobs'> },
  caller: Caller,
  jobId: string,
): Promise<AccessibilityReport> {
  const job = await findJob(store, caller, jobId);
  requireDone(job);
  requireTaggedPdf(job);
  const report = await store.jobs.accessibility(job.accountId, job.id);
  if (report) return report;
  // Deleted between the two reads.
  if (!(await store.jobs.find(job.accountId, job.id))) throw jobNotFound();
  throw new OctavoError(
    'format_not_produced',
    `This job has no accessibility report; jobs of earlier versions have none. ${advice}`,
  );
}

function requireTaggedPdf(job: Job): void {
  if (job.outputs.some(({ format }) => format === 'tagged-pdf')) return;
  throw new OctavoError(
    'format_not_produced',
    `Only jobs with the format tagged-pdf have an accessibility report. ${advice}`,
  );
}
