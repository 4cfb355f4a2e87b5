/** Errors of jobs that were accepted. */
import type { Job } from '../wire.ts';
import { OctavoError } from './octavo-error.ts';

/** The job failed. Nothing was charged; `job.error_message` has the reason. */
export class JobFailedError extends OctavoError {
  override readonly name = 'JobFailedError';
  readonly job: Job;
  readonly jobId: string;

  constructor(job: Job) {
    super(
      `Job ${job.id} failed: ${job.error_message ?? 'the server gave no reason.'}`,
      'No pages were charged. Fix the cause, then submit the file again.',
    );
    this.job = job;
    this.jobId = job.id;
  }
}

/** The wait timed out. The job itself keeps running. */
export class WaitTimeoutError extends OctavoError {
  override readonly name = 'WaitTimeoutError';
  readonly jobId: string;
  /** The job as last seen. */
  readonly job: Job | null;

  constructor(jobId: string, waitedMs: number, job: Job | null) {
    super(
      `Job ${jobId} was not finished after ${Math.round(waitedMs / 1000)} s${job ? ` (${job.status})` : ''}.`,
      `The job keeps running: wait again with jobs.wait('${jobId}').`,
    );
    this.jobId = jobId;
    this.job = job;
  }
}

/** The job was deleted or expired before it finished. */
export class JobDeletedError extends OctavoError {
  override readonly name = 'JobDeletedError';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} was deleted before it finished.`, 'Submit the file again if you still need it.');
    this.jobId = jobId;
  }
}
