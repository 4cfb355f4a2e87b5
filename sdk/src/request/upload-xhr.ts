/** Uploads with XMLHttpRequest, the only browser API that reports upload progress. */
import type { UploadProgress } from './multipart.ts';
import { redirectError } from './redirect.ts';

type Progress = { readonly loaded: number; readonly total: number; readonly lengthComputable: boolean };

/** The used part of the interface; the SDK is compiled without browser types. */
type Xhr = {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  abort(): void;
  getAllResponseHeaders(): string;
  readonly status: number;
  readonly responseText: string;
  /** After redirects. */
  readonly responseURL: string;
  readonly upload: { onprogress: ((event: Progress) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
};

export type XhrUpload = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: FormData;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
};

function xhrClass(): (new () => Xhr) | undefined {
  return (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;
}

export function hasXhr(): boolean {
  return xhrClass() !== undefined;
}

function responseOf(xhr: Xhr): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const hasBody = xhr.status !== 204 && xhr.status !== 304;
  return new Response(hasBody ? xhr.responseText : null, { status: xhr.status, headers });
}

export function uploadByXhr({
  method,
  url,
  headers,
  body,
  signal,
  onProgress,
}: XhrUpload): Promise<Response> {
  const Class = xhrClass();
  if (!Class) return Promise.reject(new TypeError('XMLHttpRequest is not available'));
  const xhr = new Class();
  return new Promise<Response>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => xhr.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    const settle = (finish: () => void) => () => {
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ bytesSent: loaded, bytesTotal: lengthComputable ? total : null });
    xhr.onload = settle(() => {
      const isElsewhere = new URL(xhr.responseURL || url).origin !== new URL(url).origin;
      if (isElsewhere) reject(redirectError(url, xhr.responseURL));
      else resolve(responseOf(xhr));
    });
    xhr.onerror = settle(() => reject(new TypeError('the upload failed')));
    xhr.onabort = settle(() => reject(signal.reason ?? new TypeError('the upload was aborted')));
    xhr.open(method, url);
    for (const [name, value] of headers.entries()) xhr.setRequestHeader(name, value);
    xhr.send(body);
  });
}
