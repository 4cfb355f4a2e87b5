/** One attempt at one request: head, body, time limits, and what a failure means. */
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
  /** Called while the file is sent; once more from the beginning if it has to be sent again. */
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly idleTimeoutMs?: number | undefined;
};

type QueryValue = string | number | readonly string[] | undefined;

export type ApiRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly json?: unknown;
  readonly form?: Form;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** Whether doing it twice is the same as doing it once. */
  readonly isRepeatable: boolean;
};

export type Attempt = {
  readonly response: Response;
  /** From now on something of the body is waited for, so long and no longer. */
  resetTimeout(): void;
  /** Nothing is waited for at the moment. */
  pauseTimeout(): void;
  /** The body has been read; nothing is watched any more. */
  finish(): void;
  /** Makes of a failure while reading the body what it means. */
  toError(error: unknown): unknown;
  readonly signal: AbortSignal;
};

export type AttemptState = {
  readonly attempts: number;
  readonly refresh: boolean;
  /** Earlier attempts that may have been carried out, although no answer says so. */
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
 * Fetch keeps a copy of a body it might have to send to another place, and of a stream that is all of it: in Node
 * 300 MB stayed in memory. With nowhere to redirect to and no window to ask, there is no copy.
 */
const asStream = { duplex: 'half', redirect: 'error', window: null };

/** XMLHttpRequest cannot refuse a redirect, and browsers take only `authorization` off before they follow it. */
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
  // Undici hides what went wrong with a body it was given behind its own error.
  const cause = (error as { cause?: unknown } | null)?.cause;
  if (cause instanceof OctavoError) return cause;
  if (isRefusedRedirect(cause)) return redirectError(settings.baseUrl, null, error);
  const place = new URL(settings.baseUrl).host;
  if (timeout.isTimedOut) {
    return new ConnectionTimeoutError(
      `${place} did not answer in time.`,
      'Check the network, or allow more time with timeoutMs (idleTimeoutMs for files).',
      { cause: error },
    );
  }
  const { code, message } = (cause ?? error ?? {}) as { code?: string; message?: string };
  return new ConnectionError(
    `The connection to ${place} failed (${code ?? message ?? 'no reason given'}).`,
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
    settings.logger?.debug('octavo: answered', { method, path, status, durationMs, requestId, ...sent });
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
