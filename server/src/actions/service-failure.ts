/** A failure that the service itself reports about a job. */
import type { EngineFailure } from '../ports/engine.ts';

export function serviceFailure(failureClass: EngineFailure['class'], message: string): EngineFailure {
  return {
    class: failureClass,
    retryable: false,
    message,
    detail: message,
    failedFormats: [],
    workingFormats: [],
  };
}
