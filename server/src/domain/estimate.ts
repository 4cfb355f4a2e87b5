/** When a job will be ready, from the pace of the jobs before it. A guess, and called one. */
import { isFinished, type Job, pagesDone } from './job.ts';

export type Outlook = {
  /** `null` when the job does not wait. */
  readonly queuePosition: number | null;
  /** `null` when nobody can tell. */
  readonly estimatedSeconds: number | null;
};

/** Counting those ahead takes time for each of them: who stands farther back is told no more than that. */
export const jobsAheadMax = 1_000;

export type Surroundings = {
  readonly place: { readonly jobsAhead: number; readonly pagesAhead: number } | null;
  readonly pace: { readonly msPerPage: number; readonly jobsInWork: number } | null;
};

function remainingMs(job: Job, { place, pace }: Surroundings, now: Date): number | null {
  if (!pace) return null;
  if (place && place.jobsAhead >= jobsAheadMax) return null;
  if (place) return (place.pagesAhead / Math.max(1, pace.jobsInWork) + job.pages) * pace.msPerPage;
  const spentMs = now.getTime() - (job.claimedAt ?? now).getTime();
  const byPace = job.pages * pace.msPerPage - spentMs;
  const done = job.progress ? pagesDone(job.progress, job.pages) : 0;
  // Once pages are counted, this document's own speed says more than that of others.
  const byOwn = done > 0 ? (spentMs / done) * (job.pages - done) : 0;
  return Math.max(0, byPace, byOwn);
}

export function outlookOf(job: Job, surroundings: Surroundings, now: Date): Outlook {
  if (isFinished(job)) return { queuePosition: null, estimatedSeconds: null };
  const ms = remainingMs(job, surroundings, now);
  return {
    queuePosition: surroundings.place ? surroundings.place.jobsAhead + 1 : null,
    estimatedSeconds: ms === null ? null : Math.max(1, Math.ceil(ms / 1000)),
  };
}
