/** `/jobs/{id}/shares`: create, list and revoke links to the result of a job. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createShare, listShares, type ManageSharesPorts, revokeShare } from '../../actions/manage-shares.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { answer, noContent } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import { CreateShareBody, NewShareBody, ShareListBody, SharePath, toShareBody } from '../schemas/share.ts';
import type { ShareUrl } from '../share-links.ts';

const createSchema = {
  tags: ['Sharing'],
  operationId: 'createShare',
  summary: 'Create a share link',
  description:
    'A link to the result of a job that is done, or to one block of it. Anyone who has the link can read what it shows, without an account, until it expires or you revoke it. The response is the only one that contains the link.',
  params: JobPath,
  body: CreateShareBody,
  response: {
    201: answer(NewShareBody, 'The link was created.', { headers: ['Cache-Control'] }),
    ...errorResponses(400, 'invalid_json', 401, 403, 'share_limit_reached', 'job_not_found', 408),
    ...errorResponses('job_not_done', 'job_failed', 'reading_not_stored', 413, 415, 429, 503),
  },
};

const listSchema = {
  tags: ['Sharing'],
  operationId: 'listShares',
  summary: 'List share links',
  description: 'The links of a job that still work. The links themselves are not shown again.',
  params: JobPath,
  response: {
    200: answer(ShareListBody, 'The links, most recent first.'),
    ...errorResponses(401, 403, 'job_not_found', 429, 503),
  },
};

const revokeSchema = {
  tags: ['Sharing'],
  operationId: 'revokeShare',
  summary: 'Revoke a share link',
  description: 'The link stops working at once and for good.',
  params: SharePath,
  response: {
    204: noContent('The link was revoked.'),
    ...errorResponses(401, 403, 'share_not_found', 429, 503),
  },
};

export type SharePorts = ManageSharesPorts & { readonly shareUrl: ShareUrl };

export function shareRoutes(ports: SharePorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post('/jobs/:id/shares', { schema: createSchema }, async (request, reply) => {
      const { name, ref, with_source: withSource, expires_at: expiresAt } = request.body;
      const wanted = { name, ref, withSource, expiresAt };
      const signal = disconnectSignal(reply);
      const { share, token } = await createShare(ports, callerOf(request), request.params.id, wanted, signal);
      return reply.code(201).send({ ...toShareBody(share), token, url: ports.shareUrl(token) });
    });

    app.get('/jobs/:id/shares', { schema: listSchema }, async (request) => {
      const shares = await listShares(ports, callerOf(request), request.params.id);
      return { items: shares.map(toShareBody), total: shares.length };
    });

    app.delete('/jobs/:id/shares/:share_id', { schema: revokeSchema }, async (request, reply) => {
      const { id, share_id: shareId } = request.params;
      await revokeShare(ports, callerOf(request), id, shareId);
      return reply.code(204).send(null);
    });
  };
}
