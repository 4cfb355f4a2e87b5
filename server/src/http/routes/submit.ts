/** `POST /jobs`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { presentJob, type ReadJobsPorts } from '../../actions/read-jobs.ts';
import { type SubmitJobPorts, submitJob } from '../../actions/submit-job.ts';
import { readIdempotencyKey } from '../../domain/idempotency.ts';
import { callerOf } from '../authenticate.ts';
import type { BodyRate } from '../body-rate.ts';
import { disconnectSignal } from '../deadline.ts';
import { jsonParts } from '../job-request.ts';
import { uploadParts } from '../multipart.ts';
import { spanOf } from '../request-spans.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobBody, pendingJobExample, toJobBody } from '../schemas/job.ts';
import { SubmitForm, SubmitHeaders, submitErrors } from '../schemas/options.ts';
import { leaveBodiesToHandlers } from '../streamed-bodies.ts';

export type SubmitRoutesNeeds = SubmitJobPorts & ReadJobsPorts & { readonly bodyRate: BodyRate };

const isJson = ({ headers }: FastifyRequest) => /^application\/json\b/i.test(headers['content-type'] ?? '');

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
            'Uploads a PDF and queues its conversion. The pages are reserved now and charged once the job is done; a failed job costs nothing. Send `file` in a form, with the options as JSON in the part `options`. A file that you do not send, named by `upload_id`, `source_job_id` or `source_url`, can also be submitted as `application/json`, with the same fields and `options` as an object.',
          // JSON is described in words: generated clients would send it instead of a form.
          consumes: ['multipart/form-data'],
          headers: SubmitHeaders,
          body: SubmitForm,
          response: {
            201: answer(JobBody, 'The job was created.', {
              headers: ['Location', 'Idempotent-Replayed'],
              example: pendingJobExample,
            }),
            ...submitErrors,
            ...errorResponses(401, 402, 403, 'job_not_found', 'upload_not_found', 408, 503),
            ...errorResponses('upload_incomplete', 'upload_used', 'upload_damaged', 'idempotency_key_reused'),
            ...errorResponses(429, 'concurrent_job_limit', 'too_many_uploads'),
          },
        },
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        // The size of JSON says nothing about the file that it names.
        const contentLength = isJson(request) ? undefined : request.headers['content-length'];
        const readParts = isJson(request) ? jsonParts : uploadParts;
        const caller = callerOf(request);
        const { job, repeated } = await submitJob(ports, caller, {
          parts: readParts(request, reply, ports.bodyRate),
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
