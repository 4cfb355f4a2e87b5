/** `POST /jobs`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { presentJob, type ReadJobsPorts } from '../../actions/read-jobs.ts';
import { type SubmitJobPorts, submitJob } from '../../actions/submit-job.ts';
import { readIdempotencyKey } from '../../domain/idempotency.ts';
import { callerOf } from '../authenticate.ts';
import type { BodyRate } from '../body-rate.ts';
import { disconnectSignal } from '../deadline.ts';
import { uploadParts } from '../multipart.ts';
import { spanOf } from '../request-spans.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobBody, pendingJobExample, toJobBody } from '../schemas/job.ts';
import { documentErrors, SubmitForm, SubmitHeaders } from '../schemas/options.ts';
import { leaveBodiesToHandlers } from '../streamed-bodies.ts';

export type SubmitRoutesNeeds = SubmitJobPorts & ReadJobsPorts & { readonly bodyRate: BodyRate };

export function submitRoutes(ports: SubmitRoutesNeeds): FastifyPluginAsyncTypebox {
  return async (app) => {
    leaveBodiesToHandlers(app);

    app.post(
      '/jobs',
      {
        config: { holds: 'upload' },
        schema: {
          tags: ['Jobs'],
          operationId: 'createJob',
          summary: 'Submit a job',
          description:
            'Uploads a PDF and queues its conversion. The pages are reserved now and charged once the job is done; a failed job costs nothing. Send `file` or `source_job_id`, and the options as JSON in the part `options`.',
          consumes: ['multipart/form-data'],
          headers: SubmitHeaders,
          body: SubmitForm,
          response: {
            201: answer(JobBody, 'The job was created.', {
              headers: ['Location', 'Idempotent-Replayed'],
              example: pendingJobExample,
            }),
            ...documentErrors,
            ...errorResponses(401, 402, 403, 'job_not_found', 408, 'idempotency_key_reused', 503),
            ...errorResponses(429, 'concurrent_job_limit', 'too_many_uploads'),
          },
        },
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const contentLength = request.headers['content-length'];
        const caller = callerOf(request);
        const { job, repeated } = await submitJob(ports, caller, {
          parts: uploadParts(request, reply, ports.bodyRate),
          contentLength: contentLength === undefined ? undefined : Number(contentLength),
          idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
          span: spanOf(request),
          signal: disconnectSignal(reply),
        });
        if (repeated) reply.header('idempotent-replayed', 'true');
        reply.code(201).header('location', `/jobs/${job.id}`);
        return reply.send(toJobBody(await presentJob(ports, caller, job, new Set())));
      },
    );
  };
}
