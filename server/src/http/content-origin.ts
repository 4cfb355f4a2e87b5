/**
 * Serves user files and share links on a separate origin that has nothing else, so that a script in a file finds
 * neither a session nor the API of an account.
 */
import type { FastifyInstance } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route serves user files or what is shared, so it also answers on the content origin. */
    readonly servesContent?: true;
  }
}

const defaultPorts = { 'http:': ':80', 'https:': ':443' } as const;

/** As a browser writes it, without the default port of the scheme. */
function isHostOf(origin: URL, host: string): boolean {
  const implied = defaultPorts[origin.protocol as keyof typeof defaultPorts];
  const requested = host.toLowerCase();
  return requested === origin.host || requested === `${origin.host}${implied}`;
}

/** The API's own host also serves downloads, because clients of the specified API use no other. */
export function restrictContentOrigin(app: FastifyInstance, contentOrigin: string | null): void {
  if (contentOrigin === null) return;
  const origin = new URL(contentOrigin);
  app.addHook('onRequest', async (request) => {
    const { servesContent } = request.routeOptions.config;
    // A CORS preflight is answered by the CORS rules.
    if (servesContent || request.method === 'OPTIONS' || !isHostOf(origin, request.host)) return;
    throw new OctavoError('route_not_found', 'There is nothing at this path.');
  });
}
