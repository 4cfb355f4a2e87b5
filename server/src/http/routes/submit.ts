/** `POST /jobs`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { presentJob, type ReadJobsPorts } from '../../actions/read-jobs.ts';
import { type SubmitJobPorts, submitJob } from '../../actions/submit-job.ts';
import { readIdempotencyKey } from '../../domain/idempotency.ts';
import { UploadLimiter } from '../../domain/upload-limiter.ts';
import { callerOf } from '../authenticate.ts';
import type { BodyRate } from '../body-rate.ts';
import { disconnectSignal } from '../deadline.ts';
import { uploadParts } from '../multipart.ts';
import { spanOf } from '../request-spans.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobBody, pendingJobExample, toJobBody } from '../schemas/job.ts';
import { documentErrors, SubmitForm, SubmitHeaders } from '../schemas/options.ts';

export type SubmitRoutesNeeds = Omit<SubmitJobPorts, 'uploadLimiter'> &
  ReadJobsPorts & { readonly bodyRate: BodyRate; readonly uploadsPerAccountMax: number };

export function submitRoutes(needs: SubmitRoutesNeeds): FastifyPluginAsyncTypebox {
  const ports = { ...needs, uploadLimiter: new UploadLimiter(needs.uploadsPerAccountMax) };
  return async (app) => {
    // The handler reads the body as a stream, after everything that can be refused without it.
    // Bodies of other types reach it too, and are answered with 400.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));

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
          parts: uploadParts(request, reply, needs.bodyRate),
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
