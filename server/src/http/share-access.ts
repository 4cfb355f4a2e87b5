/** Access with a share link: the token is looked up before anything else, and opens only the routes of this plugin. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenedShare, type OpenSharePorts, openShare } from '../actions/open-share.ts';
import type { Holder } from './account-limits.ts';
import { credentialsOf } from './authenticate.ts';

const openedShares = new WeakMap<FastifyRequest, OpenedShare>();

/** Every route registered on this instance afterwards requires the token of a link that is active now. */
export function requireShare(app: FastifyInstance, ports: OpenSharePorts): void {
  app.addHook('onRequest', async (request, reply) => {
    // Before the check, so that a refusal is not cached either.
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' });
    openedShares.set(request, await openShare(ports, credentialsOf(request).bearerToken));
  });
}

export function shareOf(request: FastifyRequest): OpenedShare {
  const opened = openedShares.get(request);
  if (!opened) throw new Error('this route was registered without requireShare');
  return opened;
}

/** Links of one account are counted together, and apart from the requests of their owner. */
export const shareHolder = (request: FastifyRequest): Holder => ({
  key: `shares ${shareOf(request).job.accountId}`,
  name: 'these share links',
});
