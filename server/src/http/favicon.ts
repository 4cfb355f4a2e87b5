/** Serves the icon that browsers ask for on every page, so that the API reference has one and no error in its console. */
import type { FastifyInstance } from 'fastify';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4338ca"/>' +
  '<path d="M8 7.5h11.2L24 12.3v12.2H8z" fill="#fff"/><path d="M19.2 7.5v4.8H24z" fill="#a5b4fc"/>' +
  '<path d="M11 15h10M11 18.2h10M11 21.4h6" stroke="#4338ca" stroke-width="1.7" stroke-linecap="round"/></svg>';

export function registerFavicon(app: FastifyInstance): void {
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  );
}
