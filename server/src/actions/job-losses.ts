/** How often a job may be lost, by which cause, before it fails; and what its owner is told then. */
import type { EngineFailure } from '../ports/engine.ts';
import type { Loss } from '../ports/store.ts';

/** An engine that dies twice on a document will die a third time. */
const engineDeathsMax = 2;
/** Trouble of machines is not the document's fault, but it must end some day. */
const workerLossesMax = 8;
const deaths = new Set<EngineFailure['class']>(['crash', 'out_of_memory', 'timeout']);

/** For an attempt that ended without saying why. */
export const workerLoss: Loss = {
  cause: 'worker',
  lossesMax: workerLossesMax,
  errorMessage:
    'The conversion was interrupted too often, by no fault found in the document. Nothing was charged; submit it again.',
};

/** For a failure after which another attempt may succeed. */
export function lossBy(failure: EngineFailure): Loss {
  return deaths.has(failure.class)
    ? { cause: 'engine', lossesMax: engineDeathsMax, errorMessage: failure.message }
    : { ...workerLoss, errorMessage: failure.message };
}
