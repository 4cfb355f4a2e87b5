/**
 * Refuses requests of web pages from other origins, as the MCP specification demands: a page that a name server led
 * here must not use the user's local service. Clients that are not browsers send no `Origin`.
 */
import type { FastifyRequest } from 'fastify';
import { OctavoError } from '../../domain/errors.ts';
import type { BrowserSettings } from '../security-headers.ts';

export function originCheck({ publicUrl, corsOrigins }: BrowserSettings): (request: FastifyRequest) => void {
  const allowed = new Set([new URL(publicUrl).origin, ...corsOrigins]);
  return ({ headers: { origin } }) => {
    if (origin === undefined || allowed.has(origin)) return;
    throw new OctavoError('origin_not_allowed', 'Pages of this origin may not use MCP here.');
  };
}
