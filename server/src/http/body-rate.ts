/** Enforces a minimum rate for request bodies: each time window must bring enough bytes, or the end. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

export type BodyRate = {
  readonly bytesPerSecondMin: number;
  readonly windowMs: number;
};

function tooSlow({ bytesPerSecondMin, windowMs }: BodyRate): OctavoError {
  const seconds = Math.round(windowMs / 1_000);
  return new OctavoError(
    'request_timeout',
    `The body arrives too slowly: less than ${bytesPerSecondMin} bytes a second over ${seconds} seconds.`,
  );
}

/** Call it when reading starts: before that, the delay is ours and not the client's. */
export function watchBodyRate(
  raw: IncomingMessage,
  rate: BodyRate,
  onSlow: (error: OctavoError) => void,
): void {
  const bytesMin = (rate.bytesPerSecondMin * rate.windowMs) / 1_000;
  const { socket } = raw;
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    if (raw.complete || raw.destroyed) return clearInterval(watch);
    // Data that has arrived and is not read yet is delayed by our disk, not by the client.
    if (arrived >= bytesMin || raw.readableLength > 0) return;
    clearInterval(watch);
    onSlow(tooSlow(rate));
  }, rate.windowMs);
  watch.unref();
  for (const event of ['end', 'close', 'error']) raw.once(event, () => clearInterval(watch));
}

function isAnnounced(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** For bodies that Fastify reads; uploads are checked where their parts are read. */
export function watchPlainBodies(app: FastifyInstance, rate: BodyRate): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { raw } = request;
    const isUpload = request.routeOptions.config.holds === 'upload';
    if (raw.complete || isUpload || !isAnnounced(request.headers)) return payload;
    // A stream in between, because destroying the request itself would close the connection before the answer.
    const body = new PassThrough();
    watchBodyRate(raw, rate, (error) => {
      raw.unpipe(body);
      body.destroy(error);
    });
    raw.once('error', (error) => body.destroy(error));
    return raw.pipe(body);
  });
}
