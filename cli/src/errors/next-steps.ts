/** What to do about an error response, in terms of the command line. */
import type { ErrorCode } from '@octavo/sdk';

export const failedJobAdvice = 'No pages were charged. Fix the cause, then convert the file again.';

/** For other codes, the advice of the server fits the command line as well. */
export const nextSteps: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Fix the values above. octavo convert --help lists all options.',
  invalid_pdf: 'Convert only PDF files. Export other documents to PDF first.',
  pdf_unreadable: 'Open the file in a PDF viewer, save it again, and convert the new copy.',
  pdf_password_required:
    'Add --password to be prompted for it, pipe it in with --password-stdin, or set OCTAVO_PDF_PASSWORD.',
  pdf_password_incorrect: 'Check the password. The one that opens the file for reading is needed.',
  format_unsupported: 'Remove that format from --format, or fix the cause.',
  source_url_failed:
    'Check that anyone can download the file at this URL over https. Otherwise download it yourself: curl -sSL <url> | octavo convert -',
  source_url_not_offered: 'Download the file yourself: curl -sSL <url> | octavo convert -',
  unauthorized: 'Run octavo login with a valid key. octavo doctor shows which key is used.',
  page_limit_reached:
    'Select fewer pages with --pages, wait until the first of the month (UTC), or upgrade your plan. octavo account shows your usage.',
  email_not_verified: 'Verify your email address with the identity provider, then sign in again.',
  plan_required: 'API keys are available on Pro and Business. Upgrade your plan to use this key.',
  api_key_limit_reached:
    'Revoke a key that you no longer need: octavo keys list, then octavo keys revoke <id>.',
  job_not_found: 'Check the id. octavo jobs list lists your jobs.',
  erasure_not_found:
    'Check the id, and that the job was deleted: octavo jobs delete <id>. Servers keep certificates for a limited time.',
  api_key_not_found: 'Check the id. octavo keys list lists your keys.',
  route_not_found:
    'Check the server URL with octavo doctor. If it is correct, the server may be older than this command.',
  format_not_produced:
    'Add markdown, json, html or text with octavo jobs outputs <id> --format <list>. For other formats convert the file again.',
  document_not_stored: 'Convert the file again with that format in --format; its pages are charged.',
  image_not_found: 'Download all images: octavo jobs download <id> -f images.',
  job_not_done: 'Wait for it: octavo jobs wait <id>.',
  erasure_not_finished: 'The files are being removed. Try again in a moment.',
  job_failed: failedJobAdvice,
  idempotency_key_reused: 'Convert the file as a new job with --force.',
  payload_too_large: 'Send less data at once.',
  diff_too_large: 'Convert fewer pages of both with --pages, and compare those jobs.',
  file_too_large: 'Split or shrink the file, or upgrade your plan.',
  concurrent_job_limit:
    'Wait until a job finishes (octavo jobs list --status pending,processing), or wait longer with --timeout.',
  too_many_uploads:
    'Wait until other uploads of this account finish, or convert fewer files at once with --concurrency.',
  too_many_inspections: 'Try again in a moment, or convert the file without inspecting it.',
  too_many_requests: 'Try again in a moment, with fewer commands at once.',
  webhook_not_found: 'Check the id. The dashboard lists your webhooks.',
  webhook_delivery_not_found: 'Check the id. The dashboard lists the deliveries.',
  webhook_disabled: 'Enable it in the dashboard and try again.',
  webhook_rate_limit: 'Try again in a moment.',
  internal_error: 'Try again. If it keeps happening, report the request id.',
  service_unavailable: 'Try again in a moment. octavo doctor checks the server.',
};

/** Replaces messages of the server that name options of the API. */
export const messages: Partial<Record<ErrorCode, string>> = {
  pdf_password_required: 'The PDF is encrypted and needs a password.',
};

/** Errors of the file or the command line: converting again without a change fails again. */
export const permanentErrors: ReadonlySet<string> = new Set<ErrorCode>([
  'invalid_request',
  'invalid_pdf',
  'pdf_unreadable',
  'pdf_password_required',
  'pdf_password_incorrect',
  'format_unsupported',
  'source_url_not_offered',
  'file_too_large',
]);
