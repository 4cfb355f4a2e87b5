/** Turns an error response into the error class of its status. */
import { type ErrorCode, errorCodes } from '../generated/error-codes.ts';
import type { Fault } from '../wire.ts';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorDetails,
  FileTooLargeError,
  NotFoundError,
  PlanError,
  QuotaExceededError,
  RangeNotSatisfiableError,
  RequestTimeoutError,
  ServerError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnsupportedMediaTypeError,
} from './api-error.ts';
import { nextStepFor } from './next-step.ts';
import { retryAfterMs } from './retry-after.ts';

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: QuotaExceededError,
  403: PlanError,
  404: NotFoundError,
  408: RequestTimeoutError,
  409: ConflictError,
  413: FileTooLargeError,
  415: UnsupportedMediaTypeError,
  416: RangeNotSatisfiableError,
  429: TooManyRequestsError,
  503: ServiceUnavailableError,
};

function isKnownCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code);
}

/** Proxies in between respond in their own format, often HTML. */
function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function messageOf(detail: unknown, status: number): string {
  if (typeof detail === 'string' && detail !== '') return detail;
  const message = (detail as { message?: unknown } | null | undefined)?.message;
  if (typeof message === 'string') return message;
  return `The server responded with status ${status} and no explanation.`;
}

export type ErrorResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly attempts: number;
  readonly unansweredAttempts: number;
};

export function errorFromResponse({
  status,
  headers,
  text,
  attempts,
  unansweredAttempts,
}: ErrorResponse): ApiError {
  const body = parse(text);
  const code = isKnownCode(body['code']) ? body['code'] : null;
  const details: ErrorDetails = {
    status,
    code,
    detail: body['detail'] ?? null,
    faults: Array.isArray(body['errors']) ? (body['errors'] as Fault[]) : [],
    requestId: headers.get('x-request-id') ?? (body['request_id'] as string | undefined) ?? null,
    retryAfterMs: retryAfterMs(headers, Date.now()),
    headers,
    attempts,
    unansweredAttempts,
  };
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(details, messageOf(details.detail, status), nextStepFor(details));
}
