/** Certificates of erased jobs. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ReadErasurePorts, readErasure } from '../../actions/read-erasure.ts';
import { callerOf } from '../authenticate.ts';
import { ErasureBody, ErasurePath, erasureMediaType } from '../schemas/erasure.ts';
import { errorResponses } from '../schemas/error.ts';

export function erasureRoutes(ports: ReadErasurePorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/erasures/:id',
      {
        schema: {
          tags: ['Erasures'],
          operationId: 'getErasure',
          summary: 'Get the erasure certificate of a job',
          description:
            'A signed statement of what was removed when a job was deleted or expired: hashes and sizes of all files, counts and times. It contains no text and no file name of the document. It is kept for a time that the operator sets, by default 400 days.',
          params: ErasurePath,
          response: {
            200: {
              description: 'The certificate.',
              content: { [erasureMediaType]: { schema: ErasureBody } },
            },
            ...errorResponses(401, 403, 'erasure_not_found', 'erasure_not_finished', 429, 503),
          },
        },
      },
      async (request, reply) => {
        const certificate = await readErasure(ports, callerOf(request), request.params.id);
        // Fastify serializes only what is called json.
        return reply.type(erasureMediaType).serializer(JSON.stringify).send(certificate);
      },
    );
  };
}
