/** `GET /jobs/{id}/dropped`: content that a conversion left out as hidden. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { readDropped } from '../../actions/read-dropped.ts';
import type { Store } from '../../ports/store.ts';
import { callerOf } from '../authenticate.ts';
import { DroppedListBody, toDroppedListBody } from '../schemas/dropped.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';

export function droppedRoutes(ports: { readonly store: Pick<Store, 'jobs'> }): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/dropped',
      {
        schema: {
          tags: ['jobs'],
          summary: 'List the hidden content that a job left out',
          description:
            'Position and reason, never the content itself. Submit with `content_safety_off` to keep it.',
          params: JobPath,
          response: { 200: DroppedListBody, ...errorResponses(401, 403, 404, 409, 429, 503) },
        },
      },
      async (request) => toDroppedListBody(await readDropped(ports, callerOf(request), request.params.id)),
    );
  };
}
