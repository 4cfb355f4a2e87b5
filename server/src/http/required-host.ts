/** HTTP/1.1 wants a host with every request. Node would refuse without a word; here the refusal says why. */
import type { FastifyInstance } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

/** For the options of the server: the check is ours. */
export const allowMissingHost = { requireHostHeader: false } as const;

export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
      throw new OctavoError('invalid_request', 'The request has no Host header.');
    }
  });
}
