/** Passes a Fastify request to a handler of web requests, and its response back. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers that describe the connection or carry credentials; the handler needs none of them. */
const withheld = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-api-key',
]);

/** The body is passed separately, as it was parsed. */
export function toWebRequest(request: FastifyRequest, url: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !withheld.has(name)) headers.set(name, [value].flat().join(', '));
  }
  return new Request(url, { method: request.method, headers, signal });
}

export function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  for (const name of ['content-type', 'allow', 'www-authenticate', 'x-accel-buffering']) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return response.body === null
    ? reply.send()
    : reply.send(Readable.fromWeb(response.body as ReadableStream<Uint8Array>));
}
