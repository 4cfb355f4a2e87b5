/** One request to one node, its answer whole; a connection that breaks is an answer with status 0. */
import { type Caller, credentialHeaders } from './credentials.ts';
import { type Multipart, multipart, optionsPart, pdfPart } from './multipart.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
  /** Why there was no answer. */
  readonly fault?: unknown;
};

export type RequestOptions = {
  readonly method?: string;
  readonly caller?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly timeoutMs?: number;
};

export async function sendRequest(node: string, path: string, options: RequestOptions = {}): Promise<Reply> {
  const { body } = options;
  try {
    const response = await fetch(new URL(path, node), {
      method: options.method ?? 'GET',
      headers: { ...credentialHeaders(options.caller ?? {}), ...options.headers },
      body: typeof body === 'string' ? body : body === undefined ? null : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 60_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(response, text) };
  } catch (fault) {
    return { status: 0, headers: new Headers(), text: '', json: undefined, fault };
  }
}

function parsed(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Upload = {
  readonly file: Buffer;
  readonly fileName: string;
  readonly options?: object;
  readonly idempotencyKey?: string;
};

export function formOf({ file, fileName, options }: Upload): Multipart {
  return multipart([...(options === undefined ? [] : [optionsPart(options)]), pdfPart(file, fileName)]);
}

export function submit(node: string, caller: Caller, upload: Upload, timeoutMs = 60_000): Promise<Reply> {
  const { contentType, chunks } = formOf(upload);
  const key = upload.idempotencyKey;
  return sendRequest(node, '/jobs', {
    method: 'POST',
    caller,
    headers: { 'content-type': contentType, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: Buffer.concat(chunks),
    timeoutMs,
  });
}

export type JobBody = {
  readonly id: string;
  readonly status: 'pending' | 'processing' | 'done' | 'failed';
  readonly page_count: number | null;
  readonly error_message: string | null;
  readonly download_urls: Readonly<Record<string, string>>;
};

export const jobOf = (reply: Reply) => reply.json as JobBody;
export const codeOf = (reply: Reply) => (reply.json as { code?: string } | undefined)?.code;
