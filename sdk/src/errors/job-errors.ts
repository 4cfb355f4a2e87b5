/** What can go wrong with a job that was accepted. */
import type { Job } from '../wire.ts';
import { OctavoError } from './octavo-error.ts';

/** The job failed. It cost nothing; its `error_message` says why. */
export class JobFailedError extends OctavoError {
  override readonly name = 'JobFailedError';
  readonly job: Job;
  readonly jobId: string;

  constructor(job: Job) {
    super(
      `Job ${job.id} failed: ${job.error_message ?? 'the service gave no reason.'}`,
      'No pages were charged for it; submit it again once the cause is gone.',
    );
    this.job = job;
    this.jobId = job.id;
  }
}

/** Waiting took longer than allowed; the job itself goes on. */
export class WaitTimeoutError extends OctavoError {
  override readonly name = 'WaitTimeoutError';
  readonly jobId: string;
  /** As it was seen last. */
  readonly job: Job | null;

  constructor(jobId: string, waitedMs: number, job: Job | null) {
    super(
      `Job ${jobId} was not finished after ${Math.round(waitedMs / 1000)} s${job ? ` (${job.status})` : ''}.`,
      `It is still on its way: wait again with jobs.wait('${jobId}').`,
    );
    this.jobId = jobId;
    this.job = job;
  }
}

/** The job was deleted, by somebody or by its expiry, while it was waited for. */
export class JobDeletedError extends OctavoError {
  override readonly name = 'JobDeletedError';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} was deleted before it was finished.`, 'Submit the file again if you still need it.');
    this.jobId = jobId;
  }
}
