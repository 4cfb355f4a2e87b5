/** HTTP/1.1 requires a Host header. Node would refuse without a message; this answers with one. */
import type { FastifyInstance } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

/** Server option: the check is done here instead. */
export const allowMissingHost = { requireHostHeader: false } as const;

export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
      throw new OctavoError('invalid_request', 'The request has no Host header.');
    }
  });
}
