/** Error responses of the API: one class per status, with all details of the response. */
import type { ErrorCode } from '../generated/error-codes.ts';
import type { Fault, Tier } from '../wire.ts';
import { OctavoError } from './octavo-error.ts';

export type ErrorDetails = {
  readonly status: number;
  /** Error code of the API; null if the response came from something else, such as a proxy. */
  readonly code: ErrorCode | null;
  readonly detail: unknown;
  readonly faults: readonly Fault[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly headers: Headers;
  /** How often the request was sent, including this time. */
  readonly attempts: number;
  /** Earlier attempts without a response, which the server may have processed. */
  readonly unansweredAttempts: number;
};

export class ApiError extends OctavoError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | null;
  /** As sent by the server: a sentence, or for 402 an object with the numbers of pages. */
  readonly detail: unknown;
  /** The invalid fields of a 400, each with its location, such as `["options", "format", 0]`. */
  readonly faults: readonly Fault[];
  /** Include it when you report a problem. */
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly headers: Headers;
  readonly attempts: number;
  readonly unansweredAttempts: number;

  constructor(details: ErrorDetails, summary: string, nextStep: string) {
    super(summary, nextStep);
    this.status = details.status;
    this.code = details.code;
    this.detail = details.detail;
    this.faults = details.faults;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.headers = details.headers;
    this.attempts = details.attempts;
    this.unansweredAttempts = details.unansweredAttempts;
  }
}

/** 400 */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401 */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 402: not enough pages left this month. */
export class QuotaExceededError extends ApiError {
  override readonly name = 'QuotaExceededError';
  /** Pages the submitted file would cost. */
  readonly pdfPages: number;
  readonly pagesRemaining: number;
  readonly pagesUsed: number;
  readonly pagesLimit: number;
  readonly tier: Tier;

  constructor(details: ErrorDetails, summary: string, nextStep: string) {
    super(details, summary, nextStep);
    const figures = (details.detail ?? {}) as Record<string, unknown>;
    this.pdfPages = Number(figures['pdf_pages']);
    this.pagesRemaining = Number(figures['pages_remaining']);
    this.pagesUsed = Number(figures['pages_used']);
    this.pagesLimit = Number(figures['pages_limit']);
    this.tier = figures['tier'] as Tier;
  }
}

/** 403: not included in the plan, or a limit of the plan is reached. */
export class PlanError extends ApiError {
  override readonly name = 'PlanError';
}

/** 404 */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 408 */
export class RequestTimeoutError extends ApiError {
  override readonly name = 'RequestTimeoutError';
}

/** 409 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 413 */
export class FileTooLargeError extends ApiError {
  override readonly name = 'FileTooLargeError';
}

/** 415 */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name = 'UnsupportedMediaTypeError';
}

/** 416 */
export class RangeNotSatisfiableError extends ApiError {
  override readonly name = 'RangeNotSatisfiableError';
}

/** 429. Code `concurrent_job_limit`: the account has as many active jobs as its plan allows. */
export class TooManyRequestsError extends ApiError {
  override readonly name = 'TooManyRequestsError';
}

/** 500 and above */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
}

/** 503 */
export class ServiceUnavailableError extends ServerError {
  override readonly name = 'ServiceUnavailableError';
}
