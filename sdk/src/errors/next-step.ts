/** What to do about a refusal, in the words of somebody who holds this SDK and not a terminal with curl. */
import { type ErrorCode, errorCodes } from '../generated/error-codes.ts';
import type { ErrorDetails } from './api-error.ts';

const sdkNextSteps: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct what `faults` of this error points at.',
  unauthorized:
    'Check the option apiKey (or OCTAVO_API_KEY): the key must be complete and not revoked. A session token may have expired.',
  page_limit_reached:
    'Wait for the first of the month (UTC), choose fewer pages with the option pages, or move to a larger plan.',
  plan_required: 'API keys work on the plans Pro and Business: move to one of them, or use a session token.',
  job_not_found: 'Check the id; jobs.list() shows the jobs of the account.',
  api_key_not_found: 'Check the id; apiKeys.list() shows the keys of the account.',
  webhook_not_found: 'Check the id; webhooks.list() shows the webhooks of the account.',
  webhook_delivery_not_found: 'Check the id; webhooks.deliveries(id) lists the deliveries.',
  route_not_found: 'Check baseUrl; if it is right, the service may be older than this SDK.',
  format_not_produced: 'Submit the file again with this format, for instance with source_job_id.',
  image_not_found: 'Use a name from jobs.images(id).',
  job_not_done: 'Wait for it with jobs.wait(id) first.',
  idempotency_key_reused: 'Use another idempotencyKey for another file or other options.',
  webhook_disabled: 'Switch it on with webhooks.update(id, { enabled: true }) and try again.',
  too_many_uploads: 'Submit fewer files at once, or give jobs.create a longer slotTimeoutMs.',
  concurrent_job_limit:
    'Wait until one of the active jobs is finished, or give jobs.create a longer slotTimeoutMs.',
};

export function nextStepFor({ status, code, requestId }: ErrorDetails): string {
  if (code !== null && code !== 'internal_error') return sdkNextSteps[code] ?? errorCodes[code].next;
  const report = requestId === null ? '' : ` If it stays, report the request id ${requestId}.`;
  if (status >= 500) return `Try again later.${report}`;
  return `Check that baseUrl leads to an Octavo service and that nothing in between answers for it.${report}`;
}
