/** Sends one POST to addresses that were checked before; the name in the URL is not resolved again. */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './resolve.ts';

export type PostRequest = {
  readonly url: URL;
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

export type PostResponse = {
  readonly statusCode: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
};

/** Enough for most response bodies; they are discarded. */
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

/** Only the status matters; the body is read briefly so that the connection can close cleanly. */
async function discardBody(response: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, bodyMs);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) resolve();
    });
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    response.once('error', () => resolve());
  });
  response.destroy();
}

export async function post({ url, addresses, headers, body, signal }: PostRequest): Promise<PostResponse> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
    // A new connection per request: a kept one could lead to an earlier address of the name.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, options, resolve);
    // The listener stays: a connection may also fail after its response.
    request.on('error', reject);
    request.end(bytes);
  });
  const { statusCode = 0, headers: responseHeaders } = response;
  await discardBody(response);
  return { statusCode, location: responseHeaders.location, retryAfter: responseHeaders['retry-after'] };
}
