/** `GET /jobs/{id}/dropped`: content that a conversion left out as hidden. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { readDropped } from '../../actions/read-dropped.ts';
import type { Store } from '../../ports/store.ts';
import { callerOf } from '../authenticate.ts';
import { answer } from '../schemas/answer.ts';
import { DroppedListBody, toDroppedListBody } from '../schemas/dropped.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';

export function droppedRoutes(ports: { readonly store: Pick<Store, 'jobs'> }): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:id/dropped',
      {
        schema: {
          tags: ['Jobs'],
          operationId: 'listDroppedContent',
          summary: 'List dropped content',
          description:
            'Hidden content that the job left out: its position and the reason, never the content itself. Submit with `content_safety_off` to keep it.',
          params: JobPath,
          response: {
            200: answer(DroppedListBody, 'What was left out.'),
            ...errorResponses(401, 403, 'job_not_found', 'job_not_done', 'job_failed', 429, 503),
          },
        },
      },
      async (request) => toDroppedListBody(await readDropped(ports, callerOf(request), request.params.id)),
    );
  };
}
