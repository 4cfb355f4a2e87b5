/** A host of its own for what strangers' documents became: files and nothing else, so that a script that ever ran there finds neither a session nor an API. */
import type { FastifyInstance } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route hands out files of users, and so answers on the host for content too. */
    readonly servesContent?: true;
  }
}

const defaultPorts = { 'http:': ':80', 'https:': ':443' } as const;

/** As a browser writes it: a port that the scheme implies is left out. */
function isHostOf(origin: URL, host: string): boolean {
  const implied = defaultPorts[origin.protocol as keyof typeof defaultPorts];
  const asked = host.toLowerCase();
  return asked === origin.host || asked === `${origin.host}${implied}`;
}

/** The API's own host still answers downloads: a client of the contract knows no other. */
export function restrictContentOrigin(app: FastifyInstance, contentOrigin: string | null): void {
  if (contentOrigin === null) return;
  const origin = new URL(contentOrigin);
  app.addHook('onRequest', async (request) => {
    const { servesContent } = request.routeOptions.config;
    // A preflight of CORS asks in the name of a download; it is answered by the rules for origins.
    if (servesContent || request.method === 'OPTIONS' || !isHostOf(origin, request.host)) return;
    throw new OctavoError('route_not_found', 'There is nothing at this path.');
  });
}
