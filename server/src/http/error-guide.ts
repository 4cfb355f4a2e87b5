/** The reference text of each error code: what happened, and what to do. */
import type { ErrorCode } from '../domain/errors.ts';

export type ErrorGuide = { readonly happened: string; readonly next: string };

export const errorGuide: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_request: {
    happened:
      'A parameter, a field or a part of the request is missing, unknown or has a value that is not allowed.',
    next: 'Read `errors`: each entry names the place (`loc`) and what is wrong there (`msg`). All problems are listed.',
  },
  invalid_json: {
    happened: 'A body or part that should be JSON could not be parsed.',
    next: 'Send valid JSON, encoded as UTF-8, with `Content-Type: application/json`.',
  },
  invalid_pdf: {
    happened: 'The file does not begin with the bytes `%PDF-`.',
    next: 'Send a PDF file. Convert other documents to PDF first.',
  },
  pdf_unreadable: {
    happened: 'The file begins like a PDF, but it is damaged beyond repair, cut short or has no pages.',
    next: 'Open the file in a PDF viewer, save it again, and submit the new copy.',
  },
  pdf_password_required: {
    happened: 'The file is encrypted and an empty password does not open it.',
    next: 'Send the password in the option `password`. It is never stored beyond the job or shown again.',
  },
  pdf_password_incorrect: {
    happened: 'The file is encrypted and the password that was sent does not open it.',
    next: 'Check the password; the one that opens the file for reading is needed.',
  },
  format_unsupported: {
    happened:
      'One of the formats asked for cannot be made from this file, such as a tagged PDF of an encrypted one, or not without a new job, such as a PDF or images of a job that is done.',
    next: 'Leave out that format, or fix the cause that `detail` names.',
  },
  source_url_failed: {
    happened:
      'The file behind `source_url` could not be fetched: the server refused it, could not be reached or was too slow, or the URL leads to an address that is not public.',
    next: 'Read `detail`. Check that anyone can download the file at this URL over https, then submit again, or upload the file.',
  },
  source_url_not_offered: {
    happened: 'The request has `source_url`, and this service does not fetch files.',
    next: 'Download the file and send it to `POST /jobs` in a form. The operator can offer URLs with `OCTAVO_SOURCE_URLS`.',
  },
  unauthorized: {
    happened: 'The request has no credentials, or they are malformed, unknown, expired or revoked.',
    next: 'Send a valid API key in `X-Api-Key`, or a valid session token in `Authorization: Bearer`.',
  },
  page_limit_reached: {
    happened: 'The month’s page allowance is used up, or the file has more pages than remain.',
    next: '`detail` has the figures; `pdf_pages` counts all pages of the file, and `message` says how many were asked for. Wait for the first of the month (UTC), choose fewer pages with the option `pages`, or move to a larger plan. `upgrade_url` leads there if the operator has set it.',
  },
  email_not_verified: {
    happened: 'The identity provider says that the e-mail address of this user is not verified.',
    next: 'Verify the address at the identity provider, then sign in again.',
  },
  plan_required: {
    happened: 'The account’s plan does not include this feature. API keys need Pro or Business.',
    next: 'Move to a plan that includes it; `upgrade_url` leads there if the operator has set it. The dashboard works on every plan. Keys of a downgraded account work again after the upgrade.',
  },
  session_required: {
    happened: 'The request needs the session of a signed-in user, and came with an API key.',
    next: 'Sign in and use the session token, or do it in the dashboard.',
  },
  api_key_limit_reached: {
    happened: 'The account already has as many active API keys as its plan allows.',
    next: 'Revoke a key that is no longer needed, then create the new one.',
  },
  webhook_limit_reached: {
    happened: 'The account already has as many webhooks as are allowed.',
    next: 'Delete one that is no longer needed, or let one receiver forward events.',
  },
  share_limit_reached: {
    happened: 'The job already has as many share links as are allowed.',
    next: 'Revoke one that is no longer needed, then create the new one.',
  },
  upload_limit_reached: {
    happened: 'As many uploads as are allowed wait to be submitted: ten for each active job of the plan.',
    next: 'Submit or delete one of them. They expire after 24 hours.',
  },
  origin_not_allowed: {
    happened: 'A web page of another origin called `POST /mcp`.',
    next: 'Call it from a program, or let the operator add the origin to `OCTAVO_CORS_ORIGINS`.',
  },
  job_not_found: {
    happened:
      'There is no job with this id in your account: it never existed, was deleted, or belongs to another account.',
    next: 'Check the id; `GET /jobs` lists the jobs of the account.',
  },
  api_key_not_found: {
    happened: 'There is no API key with this id in your account.',
    next: 'Check the id; `GET /api-keys` lists the keys of the account.',
  },
  webhook_not_found: {
    happened: 'There is no webhook with this id in your account.',
    next: 'Check the id; `GET /webhooks` lists the webhooks of the account.',
  },
  webhook_delivery_not_found: {
    happened: 'This webhook has no delivery with this id, or it ended more than 30 days ago and was removed.',
    next: 'Check the id; `GET /webhooks/{id}/deliveries` lists the deliveries.',
  },
  erasure_not_found: {
    happened:
      'There is no erasure of a job with this id in your account: the job was not deleted, was deleted before the service recorded erasures or longer ago than it keeps them, or belongs to another account.',
    next: 'Check the id: it is that of the deleted job. If `GET /jobs/{id}` still finds the job, delete it first.',
  },
  share_not_found: {
    happened:
      'The share link has expired, was revoked, never existed, or does not include what was asked for; or its job was deleted.',
    next: 'Ask the person who sent you the link for a new one. Owners find the links of a job with `GET /jobs/{id}/shares`.',
  },
  upload_not_found: {
    happened:
      'There is no upload with this id in your account: it never existed, was deleted, expired before it was submitted, or belongs to another account.',
    next: 'Check the id, or begin a new upload with `POST /uploads`.',
  },
  uploads_not_offered: {
    happened: 'The operator of this service does not offer uploads directly to its storage.',
    next: 'Send the file to `POST /jobs` as `multipart/form-data`. The operator can offer direct uploads with `OCTAVO_DIRECT_UPLOADS`.',
  },
  route_not_found: {
    happened: 'The service has nothing at this path.',
    next: 'Check the path against the API reference at `/docs`. Paths are case-sensitive and have no slash at the end.',
  },
  format_not_produced: {
    happened: 'The job is done, but it does not have this format.',
    next: 'Download one of the formats that `detail` names. Markdown, json, html and text can be added with `POST /jobs/{id}/outputs` at no charge; for other formats submit a new job with `source_job_id`.',
  },
  result_not_ready: {
    happened: 'A client of docling-serve asked for the result of a task that has not finished.',
    next: 'Ask `GET /v1/status/poll/{task_id}` until `task_status` is `success` or `failure`.',
  },
  image_not_found: {
    happened: 'The job has images, but none of this name.',
    next: 'Use a name from `GET /jobs/{id}/images`, or the last part of a link in the job’s markdown, json or html.',
  },
  table_not_found: {
    happened: 'The job has no table of this number.',
    next: 'List the tables with `GET /jobs/{id}/tables`; they are numbered from 1.',
  },
  method_not_allowed: {
    happened: 'The path exists, but not for this method.',
    next: 'The header `Allow` lists the methods of this path.',
  },
  request_timeout: {
    happened: 'The request did not arrive completely in time.',
    next: 'Send it again; if it happens again, check the network between you and the service.',
  },
  job_not_done: {
    happened: 'The job is still pending or processing: there is nothing to download yet.',
    next: 'Wait as long as `Retry-After` says, then ask for the job again until its status is `done`.',
  },
  job_failed: {
    happened: 'The job failed, so there is nothing to download.',
    next: '`detail` carries the job’s `error_message`: cause and next step. A failed job costs no pages.',
  },
  document_not_stored: {
    happened:
      'No other format can be written for this job: it was done before the service stored documents, or its stored document is too large for the format.',
    next: 'Submit the file again with the id in `source_job_id` and the format in `options`, without a new upload. That is a new job, and its pages are charged.',
  },
  reading_not_stored: {
    happened: 'The job cannot be read in parts: it was done before the service stored what that needs.',
    next: 'Download its outputs, or submit the file again with the id in `source_job_id`, without a new upload. That is a new job, and its pages are charged.',
  },
  erasure_not_finished: {
    happened: 'The job is being deleted, but some of its files may still be there.',
    next: 'Wait as long as `Retry-After` says, then ask again. Repeating `DELETE /jobs/{id}` waits for the end of the deletion.',
  },
  idempotency_key_reused: {
    happened:
      'The `Idempotency-Key` of this submit was used in the last 24 hours for another file or other options, or for a job that has been deleted since.',
    next: 'Use a new key for a new request. To repeat a request, send exactly the same file and options again.',
  },
  webhook_disabled: {
    happened: 'The webhook is disabled, so nothing can be sent to it. Its `disabled_reason` says why.',
    next: 'Fix the receiver, enable the webhook with `PATCH /webhooks/{id}` and `{"enabled": true}`, and try again.',
  },
  upload_incomplete: {
    happened: 'The upload was submitted before all of its parts had arrived.',
    next: 'Ask `GET /uploads/{id}` which parts are missing, send them to their URLs, and submit again.',
  },
  upload_used: {
    happened: 'The upload was submitted before, and a job was made of it.',
    next: 'Find the job in `job_id` of `GET /uploads/{id}`. To convert the same file again, submit with its id in `source_job_id`.',
  },
  upload_damaged: {
    happened: 'The uploaded file does not have the SHA-256 that the upload was announced with.',
    next: 'Begin a new upload with `POST /uploads`, and send the file again.',
  },
  payload_too_large: {
    happened: 'The body is larger than this endpoint reads.',
    next: 'Send less. Files go to `POST /jobs` as `multipart/form-data`.',
  },
  diff_too_large: {
    happened:
      'The two documents cannot be compared: one has more than 200,000 blocks or 20 million characters, or the comparison needs too much memory or time.',
    next: 'Convert fewer pages of both with the option `pages`, and compare those jobs.',
  },
  file_too_large: {
    happened: 'The file is larger than the plan allows.',
    next: 'Split or shrink the file, or move to a larger plan.',
  },
  unsupported_media_type: {
    happened:
      'The endpoint does not read bodies of this `Content-Type`, with a `Content-Encoding`, or JSON in another encoding than UTF-8.',
    next: 'Send `application/json` in UTF-8, not compressed.',
  },
  range_not_satisfiable: {
    happened: 'The `Range` of a download lies outside the file.',
    next: 'Ask for a range within `Content-Length`, or for the whole file.',
  },
  concurrent_job_limit: {
    happened: 'As many jobs as the plan allows are pending or processing.',
    next: 'Wait as long as `Retry-After` says, or until one of them is finished, and submit again.',
  },
  too_many_uploads: {
    happened:
      'More submits of the account were in progress at the same time than the service accepts, or a document waited too long to be checked because other documents of the account were still being checked.',
    next: 'Wait as long as `Retry-After` says, and keep no more submits open at once than your plan has active jobs.',
  },
  too_many_inspections: {
    happened:
      'Other documents of the account are being inspected by `POST /preflight`; at most two at a time. Jobs do not count towards this limit.',
    next: 'Wait as long as `Retry-After` says and ask again, or submit the job without a preflight.',
  },
  too_many_requests: {
    happened:
      'More event streams, long polls, downloads or other requests of the account were open at the same time than the service allows for one account. `detail` names the limit.',
    next: 'Wait as long as `Retry-After` says. Keep fewer requests open at once: one event stream on `GET /events` covers all jobs, and signed URLs of a job are downloaded from the storage without this limit.',
  },
  webhook_rate_limit: {
    happened: 'Too many test events and replays were asked for within a minute.',
    next: 'Wait as long as `Retry-After` says.',
  },
  headers_too_large: {
    happened: 'The header of the request is larger than the service reads.',
    next: 'Send fewer or shorter headers; cookies are not needed.',
  },
  internal_error: {
    happened: 'Something went wrong on our side. It is logged under the `request_id`.',
    next: 'Try again. If it keeps happening, report the `request_id`.',
  },
  service_unavailable: {
    happened:
      'A dependency of the service is not available right now, the service is checking as many documents as it can, or the account is being moved and cannot be changed for the moment. Nothing was charged.',
    next: 'Try again after the number of seconds in `Retry-After`.',
  },
  wait_timeout: {
    happened:
      'A route of another service that answers with the result waited as long as it may, and the conversion has not finished.',
    next: 'The job goes on, and `detail` has its id. Get its result from `GET /v1/result/{id}` or `GET /jobs/{id}`, or use the asynchronous routes for long documents.',
  },
};
