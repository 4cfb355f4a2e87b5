/** Refuses bodies that would be misread: compressed ones, and JSON that is not UTF-8. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

const utf8 = /^(utf-?8|us-ascii)$/i;

/** Calls `refusal` with what the body must be. Compressed bodies are not read: their size says nothing about the file. */
export function refuseCoding(headers: IncomingHttpHeaders, refusal: (msg: string) => OctavoError): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity' && coding !== '') throw refusal('must be sent without a Content-Encoding');
}

function unsupported(msg: string): OctavoError {
  return new OctavoError('unsupported_media_type', `The body ${msg}.`);
}

/** For bodies that Fastify reads; forms are checked where they are read, and answered with 400. */
export function refuseCodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, routeOptions }) => {
    if (routeOptions.schema?.body === undefined || routeOptions.config.holds === 'upload') return;
    refuseCoding(headers, unsupported);
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !utf8.test(charset)) throw unsupported('must be JSON encoded as UTF-8');
  });
}
