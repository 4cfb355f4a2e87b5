/** How many failed attempts of each cause a job survives, and the message it fails with after that. */
import { type JobErrorCode, jobErrorCode } from './job-error.ts';

export type RetryBudget = {
  readonly cause: 'engine' | 'worker';
  /** The job fails with this many failed attempts of the cause. */
  readonly failuresMax: number;
  readonly errorMessage: string;
  readonly errorCode?: JobErrorCode;
};

/** An engine that crashed twice on a document will crash a third time. */
const engineFailuresMax = 2;
/** Failures of machines are not caused by the document, but retries must end. */
const workerFailuresMax = 8;
const engineFailures: ReadonlySet<string> = new Set(['crash', 'out_of_memory', 'timeout']);

/** Whether the document itself may be the cause of a failure of the engine. */
export const isOfDocument = (failure: { readonly class: string }): boolean =>
  engineFailures.has(failure.class);

/** For an attempt that ended without a known reason. */
export const workerRetryBudget: RetryBudget = {
  cause: 'worker',
  failuresMax: workerFailuresMax,
  errorMessage:
    'The conversion was interrupted too often, by no fault found in the document. Nothing was charged; submit it again.',
  errorCode: 'interrupted',
};

/** For a failure after which another attempt may succeed. */
export function retryBudgetFor(failure: {
  readonly class: string;
  readonly retryable: boolean;
  readonly message: string;
}): RetryBudget {
  const error = { errorMessage: failure.message, errorCode: jobErrorCode(failure) };
  return isOfDocument(failure)
    ? { cause: 'engine', failuresMax: engineFailuresMax, ...error }
    : { ...workerRetryBudget, ...error };
}
