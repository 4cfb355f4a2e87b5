/** Why a job failed, as a code of a closed list. Jobs that failed under earlier versions have none. */

export const jobErrorCodes = [
  'pdf_unreadable',
  'pdf_encrypted',
  'out_of_memory',
  'timeout',
  'output_too_large',
  'engine_failed',
  'interrupted',
  'service_failed',
] as const;
export type JobErrorCode = (typeof jobErrorCodes)[number];

const codeByClass: Readonly<Record<string, JobErrorCode>> = {
  invalid: 'pdf_unreadable',
  encrypted: 'pdf_encrypted',
  out_of_memory: 'out_of_memory',
  timeout: 'timeout',
  crash: 'engine_failed',
};

/** A full disk is a fault of the service, unless the results themselves are too large. */
export function jobErrorCode(failure: { readonly class: string; readonly retryable: boolean }): JobErrorCode {
  if (failure.class === 'disk' && !failure.retryable) return 'output_too_large';
  return codeByClass[failure.class] ?? 'service_failed';
}
