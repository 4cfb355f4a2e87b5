/** One attempt of one request: headers, body, timeouts, and the translation of failures into SDK errors. */
import { errorFromResponse } from '../errors/from-response.ts';
import { ConnectionError, ConnectionTimeoutError, OctavoError } from '../errors/octavo-error.ts';
import type { Settings } from './client-options.ts';
import { credentialHeader } from './credentials.ts';
import { encodeForm, type Form, toFormData, type UploadProgress } from './multipart.ts';
import { isRefusedRedirect, redirectError, refuseRedirect } from './redirect.ts';
import { canStreamRequests } from './runtime.ts';
import { type RequestTimeout, startTimeout } from './timeout.ts';
import { hasXhr, uploadByXhr } from './upload-xhr.ts';

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

export type UploadOptions = RequestOptions & {
  /** Called during the upload. Starts over at 0 if the file has to be sent again. */
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly idleTimeoutMs?: number | undefined;
};

type QueryValue = string | number | boolean | readonly string[] | undefined;

export type ApiRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly json?: unknown;
  readonly form?: Form;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** Whether the request is idempotent. */
  readonly isRepeatable: boolean;
};

export type Attempt = {
  readonly response: Response;
  /** Starts the idle timeout for the next part of the body. */
  resetTimeout(): void;
  /** Stops the timeout while the consumer does not read. */
  pauseTimeout(): void;
  /** Ends the timeout: the body has been read. */
  finish(): void;
  /** Translates a failure while reading the body into an SDK error. */
  toError(error: unknown): unknown;
  readonly signal: AbortSignal;
};

export type AttemptState = {
  readonly attempts: number;
  readonly refresh: boolean;
  /** Earlier attempts without a response, which the server may have processed. */
  readonly unansweredAttempts: number;
};

function urlOf({ baseUrl }: Settings, { path, query = {} }: ApiRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, typeof value === 'object' ? value.join(',') : String(value));
  }
  return `${baseUrl}${path}${search.size > 0 ? `?${search}` : ''}`;
}

async function headersOf(
  settings: Settings,
  request: ApiRequest,
  options: RequestOptions,
  sent: AttemptState,
) {
  const [name, value] = await credentialHeader(settings.credentials, sent.refresh);
  const headers = new Headers({ accept: 'application/json', ...settings.defaultHeaders });
  headers.set(name, value);
  for (const [key, content] of Object.entries({ ...request.headers, ...options.headers })) {
    if (content !== undefined) headers.set(key, content);
  }
  if (request.json !== undefined) headers.set('content-type', 'application/json');
  return headers;
}

function idleLimitMs(settings: Settings, request: ApiRequest): number {
  return request.idleTimeoutMs ?? settings.idleTimeoutMs;
}

/**
 * Fetch keeps a copy of a body that it may have to send again after a redirect; for a stream that is all of it:
 * 300 MB stayed in memory in Node. With `redirect: 'error'` and `window: null` there is no copy.
 */
export const asStream = { duplex: 'half', redirect: 'error', window: null };

/** XMLHttpRequest always follows redirects, and browsers then remove only `authorization`, not `x-api-key`. */
function canUseXhr({ credentials, hasOwnFetch }: Settings): boolean {
  return hasXhr() && !hasOwnFetch && credentials.kind === 'session';
}

async function sendForm(
  settings: Settings,
  request: ApiRequest & { form: Form },
  init: RequestInit & { headers: Headers },
  timeout: RequestTimeout,
) {
  const url = urlOf(settings, request);
  const onProgress = (progress: UploadProgress) => {
    timeout.reset(idleLimitMs(settings, request));
    request.onUploadProgress?.(progress);
  };
  if (canStreamRequests()) {
    const { contentType, bytes, stream } = encodeForm(request.form, onProgress);
    init.headers.set('content-type', contentType);
    if (bytes !== undefined) init.headers.set('content-length', String(bytes));
    return settings.fetch(url, { ...init, ...asStream, body: stream } as RequestInit);
  }
  const body = await toFormData(request.form);
  if (request.onUploadProgress && canUseXhr(settings)) {
    return uploadByXhr({
      method: request.method,
      url,
      headers: init.headers,
      body,
      signal: timeout.signal,
      onProgress,
    });
  }
  const response = await settings.fetch(url, { ...init, body });
  const bytes = request.form.file?.bytes;
  if (bytes !== undefined) request.onUploadProgress?.({ bytesSent: bytes, bytesTotal: bytes });
  return response;
}

async function send(
  settings: Settings,
  request: ApiRequest,
  headers: Headers,
  timeout: RequestTimeout,
): Promise<Response> {
  const init = { method: request.method, headers, signal: timeout.signal, redirect: 'manual' } as const;
  const { form } = request;
  if (form) return sendForm(settings, { ...request, form }, init, timeout);
  const body = request.json === undefined ? null : JSON.stringify(request.json);
  return settings.fetch(urlOf(settings, request), { ...init, body });
}

function toError(
  error: unknown,
  settings: Settings,
  timeout: RequestTimeout,
  callers: AbortSignal | undefined,
): unknown {
  if (callers?.aborted) return callers.reason;
  if (error instanceof OctavoError) return error;
  // Undici wraps errors thrown by the request body in its own error.
  const cause = (error as { cause?: unknown } | null)?.cause;
  if (cause instanceof OctavoError) return cause;
  if (isRefusedRedirect(cause)) return redirectError(settings.baseUrl, null, error);
  const { host } = new URL(settings.baseUrl);
  if (timeout.isTimedOut) {
    return new ConnectionTimeoutError(
      `${host} did not respond in time.`,
      'Check the network, or allow more time with timeoutMs (for uploads and downloads: idleTimeoutMs).',
      { cause: error },
    );
  }
  const { code, message } = (cause ?? error ?? {}) as { code?: string; message?: string };
  return new ConnectionError(
    `The connection to ${host} failed (${code ?? message ?? 'unknown reason'}).`,
    'Check baseUrl and the network, then try again.',
    { cause: error },
  );
}

export async function attemptOnce<Result>(
  settings: Settings,
  request: ApiRequest,
  options: RequestOptions,
  sent: AttemptState,
  read: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  options.signal?.throwIfAborted();
  const headers = await headersOf(settings, request, options, sent);
  const startedAt = Date.now();
  const limitMs = request.form ? idleLimitMs(settings, request) : (options.timeoutMs ?? settings.timeoutMs);
  const timeout = startTimeout(limitMs, options.signal);
  try {
    const response = await send(settings, request, headers, timeout);
    const { status } = response;
    refuseRedirect(response, urlOf(settings, request));
    const requestId = response.headers.get('x-request-id');
    const durationMs = Date.now() - startedAt;
    const { method, path } = request;
    settings.logger?.debug('octavo: response', { method, path, status, durationMs, requestId, ...sent });
    if (status >= 400) {
      throw errorFromResponse({
        status,
        headers: response.headers,
        text: await response.text(),
        attempts: sent.attempts,
        unansweredAttempts: sent.unansweredAttempts,
      });
    }
    return await read({
      response,
      signal: timeout.signal,
      resetTimeout: () => timeout.reset(idleLimitMs(settings, request)),
      pauseTimeout: () => timeout.pause(),
      finish: () => timeout.stop(),
      toError: (error) => toError(error, settings, timeout, options.signal),
    });
  } catch (error) {
    timeout.stop();
    throw toError(error, settings, timeout, options.signal);
  }
}
