/** What routes that read an upload by themselves have in common. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { refuseCoding } from './body-coding.ts';
import { type BodyRate, watchBodyRate } from './body-rate.ts';

/** Asks for the body if the client waits to be asked. `fail` is called when it breaks, is cut off or is too slow. */
export function beginUpload(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  fail: (error: Error) => void,
): void {
  if (/^100-continue$/i.test(raw.headers.expect ?? '')) reply.raw.writeContinue();
  raw.on('error', fail);
  raw.once('aborted', () => fail(new OctavoError('invalid_request', 'The upload was cut off.')));
  watchBodyRate(raw, rate, fail);
}

/** The whole body, as it is. Leaving the loop early stops reading the request. */
export async function* bodyBlocks(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
): AsyncGenerator<Buffer> {
  const { raw } = request;
  refuseCoding(raw.headers, (msg) => invalidRequest({ loc: ['body'], msg }));
  // A stream in between, because destroying the request itself would close the connection before the answer.
  const body = new PassThrough();
  const fail = (error: Error) => {
    raw.unpipe(body);
    body.destroy(error);
  };
  beginUpload(request, reply, rate, fail);
  raw.pipe(body);
  try {
    yield* body;
  } finally {
    raw.unpipe(body);
  }
}
