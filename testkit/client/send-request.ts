/** The HTTP client of every suite: one request to one node and its whole reply, without redirects or retries. */
import { Buffer } from 'node:buffer';
import { type Caller, credentialHeaders } from './credentials.ts';
import { type Multipart, multipart, optionsPart, pdfPart } from './multipart.ts';

export type Reply = {
  /** 0 if the connection broke. */
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body if it is JSON, otherwise undefined. */
  readonly json: unknown;
  /** Why there was no reply. */
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
      body: typeof body === 'string' ? body : body ? new Uint8Array(body) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 60_000),
    });
    return await replyOf(response);
  } catch (fault) {
    return { status: 0, headers: new Headers(), bytes: Buffer.alloc(0), text: '', json: undefined, fault };
  }
}

export async function replyOf(response: Response): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const json = isJson ? parsed(text) : undefined;
  return { status: response.status, headers: response.headers, bytes, text, json };
}

function parsed(text: string): unknown {
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
