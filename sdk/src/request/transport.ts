/** Sends requests with retries where they are safe, and turns every failure into an SDK error. */
import type { ApiError } from '../errors/api-error.ts';
import { ConnectionError, OctavoError } from '../errors/octavo-error.ts';
import { type ApiRequest, type Attempt, attemptOnce, type RequestOptions } from './attempt.ts';
import type { Settings } from './client-options.ts';
import { canRefresh } from './credentials.ts';
import { delayBeforeRetryMs, isConcurrencyLimit, isRepeatableStatus } from './retry.ts';
import { sleep } from './sleep.ts';

type Failure = { readonly error: unknown; readonly retriesDone: number; readonly isRefreshed: boolean };

export class Transport {
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Returns the parsed body; undefined if it is empty. */
  async json<Body>(request: ApiRequest, options: RequestOptions = {}): Promise<Body> {
    return this.run(request, options, async ({ response, finish }) => {
      const text = await response.text();
      finish();
      return (text === '' ? undefined : JSON.parse(text)) as Body;
    });
  }

  /** Returns the response as soon as its headers arrive; `readBody` reads the rest. */
  async open(request: ApiRequest, options: RequestOptions = {}): Promise<Attempt> {
    return this.run(request, options, async (attempt) => {
      attempt.pauseTimeout();
      return attempt;
    });
  }

  private async run<Result>(
    request: ApiRequest,
    options: RequestOptions,
    read: (attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    let isRefreshed = false;
    let unansweredAttempts = 0;
    for (let retriesDone = 0; ; ) {
      const attempts = retriesDone + 1 + (isRefreshed ? 1 : 0);
      const sent = { attempts, refresh: isRefreshed, unansweredAttempts };
      try {
        return await attemptOnce(this.settings, request, options, sent, read);
      } catch (error) {
        const next = this.afterFailure(request, options, { error, retriesDone, isRefreshed });
        if (next === 'refresh') isRefreshed = true;
        else {
          retriesDone += 1;
          if (mayHaveBeenProcessed(error)) unansweredAttempts += 1;
          this.settings.logger?.warn('octavo: retrying', { ...next, path: request.path, retriesDone });
          await sleep(next.delayMs, options.signal);
        }
      }
    }
  }

  /** Decides about a retry; throws the error if there is none. */
  private afterFailure(
    request: ApiRequest,
    options: RequestOptions,
    { error, retriesDone, isRefreshed }: Failure,
  ): 'refresh' | { readonly delayMs: number; readonly why: string } {
    const canSendAgain = request.form?.file?.canReopen ?? true;
    const maxRetries = options.maxRetries ?? this.settings.maxRetries;
    const apiError = isApiError(error) ? error : null;
    if (apiError?.status === 401 && canSendAgain && !isRefreshed && canRefresh(this.settings.credentials)) {
      return 'refresh';
    }
    const mayHelp = apiError
      ? isTemporary(apiError, request)
      : error instanceof ConnectionError && request.isRepeatable;
    const delayMs = delayBeforeRetryMs(retriesDone, apiError?.retryAfterMs ?? null);
    if (!mayHelp || !canSendAgain || retriesDone >= maxRetries || delayMs === null) throw error;
    return { delayMs: Math.round(delayMs), why: (error as OctavoError).name };
  }
}

function isApiError(error: unknown): error is ApiError {
  return error instanceof OctavoError && 'status' in error;
}

/** Without a response, or after a timeout or server error, the server may have processed the request. */
function mayHaveBeenProcessed(error: unknown): boolean {
  return !isApiError(error) || error.status === 408 || error.status >= 500;
}

/** A request that was turned away with 429, or 503 and Retry-After, had no effect: even a non-idempotent one may be retried. */
function isTemporary(apiError: ApiError, request: ApiRequest): boolean {
  if (isConcurrencyLimit(apiError)) return false;
  const isTurnedAway = apiError.status === 429 || (apiError.status === 503 && apiError.retryAfterMs !== null);
  return isTurnedAway || (request.isRepeatable && isRepeatableStatus(apiError.status));
}
