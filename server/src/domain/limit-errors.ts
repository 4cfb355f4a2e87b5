/** Errors for the limits of a plan, with the numbers that explain them. */
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

/** Also names the active jobs, which every 429 of a submit does. */
export function tooManyUploads(activeJobs: number, uploadsMax: number): OctavoError {
  return new OctavoError(
    'too_many_uploads',
    `${activeJobs} jobs are active, and ${uploadsMax} uploads of your account are in progress, which is the limit. Wait for one to finish.`,
    { retryAfterSeconds: slotRetrySeconds },
  );
}

export function tooManyOpenUploads(openMax: number): OctavoError {
  return new OctavoError(
    'upload_limit_reached',
    `${openMax} uploads of your account wait to be submitted, which is the limit. Submit or delete one.`,
  );
}

/** Also names the active jobs, which every 429 of a submit does. */
export function tooManyChecks(activeJobs: number): OctavoError {
  return new OctavoError(
    'too_many_uploads',
    `${activeJobs} jobs are active, and other documents of your account are still being checked. Wait for one of these submits to finish.`,
    { retryAfterSeconds: slotRetrySeconds },
  );
}

type RequestedPages = {
  /** Those chosen by the option `pages`, else all. */
  readonly pages: number;
  readonly documentPages: number;
};

function requestSentence({ pages, documentPages }: RequestedPages): string {
  const all = documentPages === 1 ? '1 page' : `${documentPages} pages`;
  return pages === documentPages ? `The PDF has ${all}` : `You asked for ${pages} of the PDF’s ${all}`;
}

export function pageLimitReached(
  { account, plan }: Caller,
  usage: MonthUsage,
  requested: RequestedPages,
): OctavoError {
  const remaining = pagesRemaining(usage, plan.pagesPerMonth);
  return new OctavoError('page_limit_reached', {
    message: `${requestSentence(requested)}, and ${remaining} of this month’s ${plan.pagesPerMonth} remain.`,
    pdfPages: requested.documentPages,
    pagesRemaining: remaining,
    pagesUsed: pagesUsed(usage),
    pagesLimit: plan.pagesPerMonth,
    tier: account.tier,
  });
}
