/** What to do about a refusal, for somebody at a terminal. */
import type { ErrorCode } from '@octavo/sdk';

/** Codes that are not here are explained by the service in words that fit a terminal as well. */
export const nextSteps: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct what is named above; octavo convert --help lists the options.',
  pdf_password_required:
    'Put the password into OCTAVO_PDF_PASSWORD, pipe it in with --password-stdin, or be asked for it with --password.',
  format_unsupported: 'Leave that format out of --format, or remove the cause.',
  unauthorized: 'Sign in with a valid key: octavo login. Which key was used, octavo doctor tells.',
  page_limit_reached:
    'Choose fewer pages with --pages, wait for the first of the month (UTC), or move to a larger plan; octavo account shows the figures.',
  plan_required:
    'API keys work on the plans Pro and Business. Move to one of them: the key then works again.',
  api_key_limit_reached:
    'Revoke one that is no longer needed: octavo keys list, then octavo keys revoke <id>.',
  job_not_found: 'octavo jobs list shows the jobs of the account.',
  api_key_not_found: 'octavo keys list shows the keys of the account.',
  route_not_found: 'Check the address of the service: octavo doctor. It may also be older than this command.',
  format_not_produced: 'Convert the file again with that format in --format.',
  image_not_found: 'Download all of them: octavo jobs download <id> -f images.',
  job_not_done: 'Wait for it: octavo jobs wait <id>.',
  job_failed: 'It cost no pages. Convert the file again once the cause is gone.',
  idempotency_key_reused: 'Convert it as a new job with --force.',
  payload_too_large: 'Send less at once.',
  concurrent_job_limit:
    'Wait until one of them is finished (octavo jobs list --status pending,processing), or allow more time with --timeout.',
  too_many_inspections: 'Try again in a moment, or convert the file without inspecting it.',
  webhook_not_found: 'Check the id; the dashboard lists the webhooks of the account.',
  webhook_delivery_not_found: 'Check the id; the dashboard lists the deliveries.',
  webhook_disabled: 'Switch it on in the dashboard and try again.',
  webhook_rate_limit: 'Try again in a moment.',
  internal_error: 'Try again. If it stays, report the request id.',
  service_unavailable: 'Try again in a moment; octavo doctor tells what answers.',
};
