/** One request and all of its answer, with nothing decided on the way: no redirects, no retries, no exceptions by status. */
import { Buffer } from 'node:buffer';
import { type Caller, credentialHeaders } from '../client/credentials.ts';
import { context } from './context.ts';

export type { Caller } from '../client/credentials.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body where it is JSON; otherwise undefined. */
  readonly json: unknown;
};

export type Ask = {
  readonly method?: string;
  readonly caller?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Another node than the base URL's. */
  readonly node?: string;
};

export const anonymous: Caller = {};

export async function request(path: string, ask: Ask = {}): Promise<Answer> {
  const url = new URL(path, ask.node ?? context.baseUrl);
  const response = await fetch(url, {
    method: ask.method ?? 'GET',
    headers: { ...credentialHeaders(ask.caller ?? anonymous), ...ask.headers },
    body: typeof ask.body === 'string' ? ask.body : ask.body ? new Uint8Array(ask.body) : null,
    redirect: 'manual',
  });
  return answerOf(response);
}

export async function answerOf(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: isJson ? parse(text) : undefined,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
