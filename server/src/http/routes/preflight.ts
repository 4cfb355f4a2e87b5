/** `POST /preflight`: inspects a file and its cost. No job is created, nothing is stored or charged. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type InspectDocumentPorts, inspectDocument } from '../../actions/inspect-document.ts';
import { ConcurrencyLimiter } from '../../domain/concurrency-limiter.ts';
import { callerOf } from '../authenticate.ts';
import type { BodyRate } from '../body-rate.ts';
import { disconnectSignal } from '../deadline.ts';
import { uploadParts } from '../multipart.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { DocumentForm, documentErrors } from '../schemas/options.ts';
import { PreflightBody, toPreflightBody } from '../schemas/preflight.ts';
import { leaveBodiesToHandlers } from '../streamed-bodies.ts';

export function preflightRoutes(
  needs: Omit<InspectDocumentPorts, 'inspections'> & { readonly bodyRate: BodyRate },
): FastifyPluginAsyncTypebox {
  const ports = { ...needs, inspections: new ConcurrencyLimiter() };
  return async (app) => {
    leaveBodiesToHandlers(app);

    app.post(
      '/preflight',
      {
        config: { holds: 'upload', onlyReads: true },
        schema: {
          tags: ['Jobs'],
          operationId: 'preflight',
          summary: 'Inspect a file',
          description:
            'Reports what a conversion would cost and find, and recommends options. Free of charge: it takes the same form as `POST /jobs`, creates no job and keeps nothing. At most two at a time per account; a document waits 5 seconds at most, and an inspection ends after 10 seconds with what it has found.',
          consumes: ['multipart/form-data'],
          body: DocumentForm,
          response: {
            200: answer(PreflightBody, 'What was found.'),
            ...documentErrors,
            ...errorResponses(401, 403, 408, 429, 'too_many_inspections', 503),
          },
        },
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const contentLength = request.headers['content-length'];
        const report = await inspectDocument(ports, callerOf(request), {
          parts: uploadParts(request, reply, needs.bodyRate),
          contentLength: contentLength === undefined ? undefined : Number(contentLength),
          signal: disconnectSignal(reply),
        });
        return toPreflightBody(report);
      },
    );
  };
}
