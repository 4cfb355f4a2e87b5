/** What routes that read an upload by themselves have in common. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OctavoError } from '../domain/errors.ts';
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
