/** Conditional requests for what is read from a job: the version is the hash of its conversion. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantedPart } from './byte-range.ts';
import { etagOf } from './send-file.ts';

/** Sets the headers of the version. True if the client has it already: answer 304. */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  reading: { readonly sha256: string },
): boolean {
  const etag = etagOf(reading);
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  const { 'if-none-match': ifNoneMatch } = request.headers;
  if (ifNoneMatch === undefined) return false;
  return wantedPart({ 'if-none-match': ifNoneMatch }, { bytes: 0, etag }).kind === 'unchanged';
}

export function sendUnchanged(reply: FastifyReply): FastifyReply {
  return reply.code(304).send(undefined);
}
