/** What a caller hears at the limits of a plan, with the figures that explain it. */
import type { Caller } from './caller.ts';
import { OctavoError } from './errors.ts';
import type { Plan } from './plan.ts';
import { type MonthUsage, pagesRemaining, pagesUsed } from './usage.ts';

const slotRetrySeconds = 5;

export function tooManyJobs(activeJobs: number, plan: Plan): OctavoError {
  return new OctavoError(
    'concurrent_job_limit',
    `${activeJobs} jobs are active, and your plan allows ${plan.activeJobsMax} at a time. Wait for one to finish.`,
    { retryAfterSeconds: slotRetrySeconds },
  );
}

/** Says how many jobs are active as well: whoever hears 429 from a submit may rely on being told. */
export function tooManyUploads(activeJobs: number, uploadsMax: number): OctavoError {
  return new OctavoError(
    'too_many_uploads',
    `${activeJobs} jobs are active, and ${uploadsMax} uploads of your account are on their way, the most at a time. Wait for one to be answered.`,
    { retryAfterSeconds: slotRetrySeconds },
  );
}

/** Says how many jobs are active for the same reason. */
export function tooManyChecks(activeJobs: number): OctavoError {
  return new OctavoError(
    'too_many_uploads',
    `${activeJobs} jobs are active, and other documents of your account are still being checked. Wait for one of these submits to be answered.`,
    { retryAfterSeconds: slotRetrySeconds },
  );
}

export function pageLimitReached(
  { account, plan }: Caller,
  usage: MonthUsage,
  pdfPages: number,
): OctavoError {
  const remaining = pagesRemaining(usage, plan.pagesPerMonth);
  return new OctavoError('page_limit_reached', {
    message: `The PDF has ${pdfPages} pages to convert, and ${remaining} of this month’s ${plan.pagesPerMonth} remain.`,
    pdfPages,
    pagesRemaining: remaining,
    pagesUsed: pagesUsed(usage),
    pagesLimit: plan.pagesPerMonth,
    tier: account.tier,
  });
}
