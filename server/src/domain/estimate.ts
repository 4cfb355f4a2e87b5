/** Estimates when a job will be finished, from the throughput of recent jobs. */
import { isFinished, type Job, pagesDone } from './job.ts';

export type JobEstimate = {
  /** `null` when the job is not waiting. */
  readonly queuePosition: number | null;
  /** `null` when there is no estimate. */
  readonly estimatedSeconds: number | null;
};

/** Counting takes time per job, so it stops here; jobs further back get no estimate. */
export const jobsAheadMax = 1_000;

export type EstimateInput = {
  readonly place: { readonly jobsAhead: number; readonly pagesAhead: number } | null;
  readonly throughput: { readonly msPerPage: number; readonly jobsProcessing: number } | null;
};

function remainingMs(job: Job, { place, throughput }: EstimateInput, now: Date): number | null {
  if (!throughput) return null;
  if (place && place.jobsAhead >= jobsAheadMax) return null;
  if (place)
    return (place.pagesAhead / Math.max(1, throughput.jobsProcessing) + job.pages) * throughput.msPerPage;
  const spentMs = now.getTime() - (job.claimedAt ?? now).getTime();
  const byThroughput = job.pages * throughput.msPerPage - spentMs;
  const done = job.progress ? pagesDone(job.progress, job.pages) : 0;
  // Once pages are counted, the document's own speed is the better estimate.
  const byOwn = done > 0 ? (spentMs / done) * (job.pages - done) : 0;
  return Math.max(0, byThroughput, byOwn);
}

export function estimateJob(job: Job, input: EstimateInput, now: Date): JobEstimate {
  if (isFinished(job)) return { queuePosition: null, estimatedSeconds: null };
  const ms = remainingMs(job, input, now);
  return {
    queuePosition: input.place ? input.place.jobsAhead + 1 : null,
    estimatedSeconds: ms === null ? null : Math.max(1, Math.ceil(ms / 1000)),
  };
}
