/** How often a job may be lost, by which cause, before it fails; and what its owner is told then. */
import type { EngineFailure } from '../ports/engine.ts';
import type { RetryBudget } from '../ports/store.ts';

/** An engine that dies twice on a document will die a third time. */
const engineFailuresMax = 2;
/** Trouble of machines is not the document's fault, but it must end some day. */
const workerFailuresMax = 8;
const deaths = new Set<EngineFailure['class']>(['crash', 'out_of_memory', 'timeout']);

/** For an attempt that ended without saying why. */
export const workerRetryBudget: RetryBudget = {
  cause: 'worker',
  failuresMax: workerFailuresMax,
  errorMessage:
    'The conversion was interrupted too often, by no fault found in the document. Nothing was charged; submit it again.',
};

/** For a failure after which another attempt may succeed. */
export function retryBudgetFor(failure: EngineFailure): RetryBudget {
  return deaths.has(failure.class)
    ? { cause: 'engine', failuresMax: engineFailuresMax, errorMessage: failure.message }
    : { ...workerRetryBudget, errorMessage: failure.message };
}
