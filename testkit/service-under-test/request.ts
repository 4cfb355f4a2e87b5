/** Requests to the service under test: the common HTTP client, bound to the base URL of the suite. */
import type { Caller } from '../client/credentials.ts';
import { type Reply, type RequestOptions, sendRequest } from '../client/send-request.ts';
import { context } from './context.ts';

export type { Caller } from '../client/credentials.ts';
export { type Reply, replyOf } from '../client/send-request.ts';

export const anonymous: Caller = {};

/** Longer than the longest poll a test makes. */
const timeoutMs = 170_000;

/** `node`: another address than the base URL. */
export type ServiceRequest = RequestOptions & { readonly node?: string };

/** Any status is a reply; a broken connection is an exception. */
export async function request(path: string, { node, ...options }: ServiceRequest = {}): Promise<Reply> {
  const reply = await sendRequest(node ?? context.baseUrl, path, { timeoutMs, ...options });
  if (reply.status === 0) throw reply.fault;
  return reply;
}

/** The body of a reply that must have this status. */
export async function bodyOf<Body>(status: number, replying: Promise<Reply>): Promise<Body> {
  const reply = await replying;
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${reply.text.slice(0, 500)}`);
  return reply.json as Body;
}

export const sendJson = (caller: Caller, path: string, body?: unknown, method = 'POST'): Promise<Reply> =>
  request(path, {
    method,
    caller,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
