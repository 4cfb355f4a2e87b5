/** Leaves bodies to the handlers of routes that read them as streams. */
import type { FastifyInstance } from 'fastify';

/**
 * For routes that are registered on this instance. Handlers read bodies after everything that can be refused without
 * them. Bodies of other types reach them too, and are answered with 400.
 */
export function leaveBodiesToHandlers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
