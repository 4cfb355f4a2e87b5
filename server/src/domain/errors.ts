/**
 * The one error class: a code of a closed list, a public message, and a cause that is only logged. The codes are the
 * public contract, so the list also has those that only the HTTP entry point raises.
 */

export const errorCodes = [
  'invalid_request',
  'invalid_json',
  'invalid_pdf',
  'pdf_unreadable',
  'pdf_password_required',
  'pdf_password_incorrect',
  'format_unsupported',
  'source_url_failed',
  'source_url_not_offered',
  'unauthorized',
  'page_limit_reached',
  'email_not_verified',
  'plan_required',
  'session_required',
  'api_key_limit_reached',
  'webhook_limit_reached',
  'share_limit_reached',
  'upload_limit_reached',
  'origin_not_allowed',
  'job_not_found',
  'api_key_not_found',
  'webhook_not_found',
  'webhook_delivery_not_found',
  'erasure_not_found',
  'share_not_found',
  'upload_not_found',
  'uploads_not_offered',
  'route_not_found',
  'format_not_produced',
  'result_not_ready',
  'image_not_found',
  'table_not_found',
  'method_not_allowed',
  'request_timeout',
  'job_not_done',
  'job_failed',
  'document_not_stored',
  'reading_not_stored',
  'erasure_not_finished',
  'idempotency_key_reused',
  'webhook_disabled',
  'upload_incomplete',
  'upload_used',
  'upload_damaged',
  'payload_too_large',
  'diff_too_large',
  'file_too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'concurrent_job_limit',
  'too_many_uploads',
  'too_many_inspections',
  'too_many_requests',
  'webhook_rate_limit',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
  'wait_timeout',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One problem of a request, with its place as the client wrote it: `["options", "format", 0]`. */
export type Fault = { readonly loc: readonly (string | number)[]; readonly msg: string };

export type PublicDetail = string | Readonly<Record<string, unknown>>;

export type OctavoErrorOptions = {
  readonly cause?: unknown;
  readonly faults?: readonly Fault[];
  readonly retryAfterSeconds?: number;
  /** Where the user gets a larger plan. */
  readonly upgradeUrl?: string;
};

export class OctavoError extends Error {
  override readonly name = 'OctavoError';
  readonly code: ErrorCode;
  readonly detail: PublicDetail;
  readonly faults: readonly Fault[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly upgradeUrl: string | undefined;

  constructor(code: ErrorCode, detail: PublicDetail, options: OctavoErrorOptions = {}) {
    super(
      typeof detail === 'string' ? detail : code,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.detail = detail;
    this.faults = options.faults;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.upgradeUrl = options.upgradeUrl;
  }
}

const requestPlaces: ReadonlySet<string | number> = new Set(['body', 'query', 'header', 'path', 'options']);

/** The name of a field as the client knows it, without the part of the request it is in. */
function nameOf([place = '', ...rest]: Fault['loc']): string {
  if (rest.length === 0) return place === 'body' ? 'the body' : String(place);
  const [first = '', ...others] = requestPlaces.has(place) ? rest : [place, ...rest];
  return String(first) + others.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
}

/** The request, or a part of it, is invalid in these places; the message names all of them. */
function invalidPart(what: string, faults: readonly Fault[]): OctavoError {
  const sentence = faults.map((fault) => `${nameOf(fault.loc)} ${fault.msg}`).join('; ');
  return new OctavoError('invalid_request', `${what} not valid: ${sentence}.`, { faults });
}

export function invalidRequest(...faults: readonly Fault[]): OctavoError {
  return invalidPart('The request is', faults);
}

export function invalidOptions(...faults: readonly Fault[]): OctavoError {
  return invalidPart('The options are', faults);
}

/** A dependency is unavailable. The client may retry; the cause is only logged. */
export function unavailable(
  what: 'database' | 'storage' | 'identity provider' | 'parser',
  cause: unknown,
): OctavoError {
  return new OctavoError(
    'service_unavailable',
    `The service cannot reach its ${what} right now. Try again shortly.`,
    {
      cause,
      retryAfterSeconds: 2,
    },
  );
}

const writesStoppedSeconds = 30;

/** Only for a moment: an operator moves the account to another database and storage. */
export function writesStopped(): OctavoError {
  return new OctavoError(
    'service_unavailable',
    `Your account is being moved, so it cannot be changed right now. Reading works, and running jobs finish. Try again in ${writesStoppedSeconds} seconds.`,
    { retryAfterSeconds: writesStoppedSeconds },
  );
}

/** The database became unreachable during the commit of a job, for longer than the submit could wait. */
export function submitUnconfirmed(cause: unknown): OctavoError {
  return new OctavoError(
    'service_unavailable',
    'The service lost its database while it created the job, so the job may exist. Repeat the request with the same Idempotency-Key, or look for the job in the list first.',
    { cause, retryAfterSeconds: 2 },
  );
}
