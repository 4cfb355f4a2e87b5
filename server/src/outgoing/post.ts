/** One POST to addresses that were checked before; the name in the URL is not looked up again. */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './resolve.ts';

export type Post = {
  readonly url: URL;
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

export type PostAnswer = {
  readonly statusCode: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
};

/** Enough for a receiver to finish its sentence; nothing of it is kept. */
const bodyBytesMax = 16_384;
const bodyMs = 1_000;

function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (!first) return callback(new Error('no address'), '');
    if (options.all) return callback(null, [...addresses]);
    return callback(null, first.address, first.family);
  };
}

/** The status decides; a receiver that hangs up properly gets the chance to. */
async function discardBody(answer: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, bodyMs);
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) resolve();
    });
    answer.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    answer.once('error', () => resolve());
  });
  answer.destroy();
}

export async function post({ url, addresses, headers, body, signal }: Post): Promise<PostAnswer> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
    // A connection for this request alone: a kept one could lead to what a name meant earlier.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, options, resolve);
    // Stays: a connection may also break after its answer.
    request.on('error', reject);
    request.end(bytes);
  });
  const { statusCode = 0, headers: answered } = answer;
  await discardBody(answer);
  return { statusCode, location: answered.location, retryAfter: answered['retry-after'] };
}
