/** Sends one request to addresses that were checked before; the name in the URL is not resolved again. */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './resolve.ts';

export type OutgoingRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
};

function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (!first) return callback(new Error('no address'), '');
    if (options.all) return callback(null, [...addresses]);
    return callback(null, first.address, first.family);
  };
}

export function sendTo({
  method,
  url,
  addresses,
  headers,
  body,
  signal,
}: OutgoingRequest): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method,
    headers,
    // A new connection per request: a kept one could lead to an earlier address of the name.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, options, resolve);
    // The listener stays: a connection may also fail after its response.
    request.on('error', reject);
    request.end(body);
  });
}
