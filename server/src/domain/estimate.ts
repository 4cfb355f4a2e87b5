/** Estimates when a job will be finished, from the throughput of recent jobs and the progress of running ones. */
import { isFinished, type Job, pagesOfStage } from './job.ts';

export type JobEstimate = {
  /** `null` when the job is not waiting. */
  readonly queuePosition: number | null;
  /** `null` when there is no estimate. */
  readonly estimatedSeconds: number | null;
};

/** Counting takes time per job, so it stops here; jobs further back get no estimate. */
export const jobsAheadMax = 1_000;
/** So many running jobs are considered. */
export const runningJobsMax = 500;

export type RunningJob = Pick<Job, 'pages' | 'claimedAt' | 'progress'>;

/** The recent conversion speed of the service, and the jobs that keep its slots busy. */
export type Throughput = { readonly msPerPage: number; readonly running: readonly RunningJob[] };

export type EstimateInput = {
  readonly place: { readonly jobsAhead: number; readonly pagesAhead: number } | null;
  readonly throughput: Throughput | null;
};

/** Until a running job ends. */
function runningMs(job: RunningJob, msPerPage: number, now: Date): number {
  const spentMs = Math.max(0, now.getTime() - (job.claimedAt ?? now).getTime());
  const byThroughput = job.pages * msPerPage - spentMs;
  const { done, total } = job.progress ? pagesOfStage(job.progress, job.pages) : { done: 0, total: 0 };
  if (done === 0) {
    // Slower than others, without a page to measure: expected to take as long again.
    return byThroughput > 0 ? byThroughput : spentMs;
  }
  // Once pages are counted, the document's own speed is the better estimate.
  return Math.max(0, byThroughput, (spentMs / done) * (total - done));
}

/** When slots that become free at these times have done so much work together: each new job takes the first free one. */
function startMs(freeAtMs: readonly number[], workMs: number): number {
  const times = freeAtMs.toSorted((a, b) => a - b);
  let left = workMs;
  for (const [index, time] of times.entries()) {
    const next = times[index + 1] ?? Number.POSITIVE_INFINITY;
    const slots = index + 1;
    if (left <= (next - time) * slots) return time + left / slots;
    left -= (next - time) * slots;
  }
  return workMs;
}

function remainingMs(job: Job, { place, throughput }: EstimateInput, now: Date): number | null {
  if (!throughput) return null;
  const { msPerPage, running } = throughput;
  if (!place) return runningMs(job, msPerPage, now);
  if (place.jobsAhead >= jobsAheadMax) return null;
  const freeAtMs = running.map((other) => runningMs(other, msPerPage, now));
  return startMs(freeAtMs, place.pagesAhead * msPerPage) + job.pages * msPerPage;
}

export function estimateJob(job: Job, input: EstimateInput, now: Date): JobEstimate {
  if (isFinished(job)) return { queuePosition: null, estimatedSeconds: null };
  const ms = remainingMs(job, input, now);
  return {
    queuePosition: input.place ? input.place.jobsAhead + 1 : null,
    estimatedSeconds: ms === null ? null : Math.max(1, Math.ceil(ms / 1000)),
  };
}
