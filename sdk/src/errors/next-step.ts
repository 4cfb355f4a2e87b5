/** What to do about an error response, in terms of this SDK instead of HTTP. */
import { type ErrorCode, errorCodes } from '../generated/error-codes.ts';
import type { ErrorDetails } from './api-error.ts';

const sdkNextSteps: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Fix the fields listed in the property `faults` of this error.',
  unauthorized:
    'Check the option apiKey (or OCTAVO_API_KEY): the key must be complete and not revoked. A session token may have expired.',
  page_limit_reached:
    'Wait until the first of the month (UTC), select fewer pages with the option pages, or upgrade your plan.',
  plan_required: 'API keys are available on Pro and Business. Upgrade your plan, or use a session token.',
  job_not_found: 'Check the id. jobs.list() lists the jobs of the account.',
  api_key_not_found: 'Check the id. apiKeys.list() lists the keys of the account.',
  webhook_not_found: 'Check the id. webhooks.list() lists the webhooks of the account.',
  webhook_delivery_not_found: 'Check the id. webhooks.deliveries(id) lists the deliveries.',
  route_not_found: 'Check baseUrl. If it is correct, the server may be older than this SDK.',
  format_not_produced:
    'Add markdown, json, html or text with jobs.writeOutputs(id, { format }). For other formats create a job with source_job_id.',
  reading_not_stored: 'Create a job with source_job_id; its pages are charged.',
  document_not_stored: 'Create a job with source_job_id and this format; its pages are charged.',
  image_not_found: 'Use a name from jobs.images(id).',
  erasure_not_found: 'Check the id, and delete the job with jobs.delete(id) first.',
  erasure_not_finished: 'Try again in a moment, or repeat jobs.delete(id), which waits for the end.',
  job_not_done: 'Wait for it with jobs.wait(id) first.',
  idempotency_key_reused: 'Use another idempotencyKey for another file or other options.',
  webhook_disabled: 'Enable it with webhooks.update(id, { enabled: true }) and try again.',
  too_many_uploads: 'Submit fewer files at once, or pass jobs.create a longer slotTimeoutMs.',
  concurrent_job_limit: 'Wait until an active job finishes, or pass jobs.create a longer slotTimeoutMs.',
};

export function nextStepFor({ status, code, requestId }: ErrorDetails): string {
  if (code !== null && code !== 'internal_error') return sdkNextSteps[code] ?? errorCodes[code].next;
  const report = requestId === null ? '' : ` If it keeps happening, report the request id ${requestId}.`;
  if (status >= 500) return `Try again later.${report}`;
  return `Check that baseUrl points to an Octavo server and that no proxy responds in its place.${report}`;
}
