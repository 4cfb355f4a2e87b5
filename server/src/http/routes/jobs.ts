/** `/jobs`: submit, list, read, delete. */
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { type DeleteJobPorts, deleteJob } from '../../actions/delete-job.ts';
import { listJobs, type ReadJobsPorts, readJob, withDownloadUrls } from '../../actions/read-jobs.ts';
import { type SubmitJobPorts, submitJob } from '../../actions/submit-job.ts';
import { readIdempotencyKey } from '../../domain/idempotency.ts';
import { callerOf } from '../authenticate.ts';
import { uploadParts } from '../multipart.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobBody, JobListBody, JobListQuery, JobPath, toJobBody } from '../schemas/job.ts';
import { readOptions, SubmitForm, SubmitHeaders } from '../schemas/options.ts';

export type JobPorts = SubmitJobPorts & ReadJobsPorts & DeleteJobPorts;

export function jobRoutes(ports: JobPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    // The body is read by the handler, part by part, after everything that can be refused without it.
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));

    app.post(
      '/jobs',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Submit a job',
          consumes: ['multipart/form-data'],
          headers: SubmitHeaders,
          body: SubmitForm,
          response: { 201: JobBody, ...errorResponses(400, 401, 402, 403, 408, 409, 413, 415, 429, 503) },
        },
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const contentLength = request.headers['content-length'];
        const { job, repeated } = await submitJob(ports, callerOf(request), {
          parts: uploadParts(request, reply),
          contentLength: contentLength === undefined ? undefined : Number(contentLength),
          readOptions,
          idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
        });
        if (repeated) reply.header('idempotent-replayed', 'true');
        return reply.code(201).send(toJobBody(await withDownloadUrls(ports, job)));
      },
    );

    app.get(
      '/jobs',
      {
        schema: {
          tags: ['jobs'],
          summary: 'List jobs, most recent first',
          querystring: JobListQuery,
          response: { 200: JobListBody, ...errorResponses(400, 401, 403, 503) },
        },
      },
      async (request) => {
        const { page, page_size: size } = request.query;
        const { items, total } = await listJobs(ports, callerOf(request), { number: page, size });
        return { items: items.map(toJobBody), total, page, page_size: size };
      },
    );

    app.get(
      '/jobs/:id',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Get a job',
          params: JobPath,
          response: { 200: JobBody, ...errorResponses(401, 403, 404, 503) },
        },
      },
      async (request) => toJobBody(await readJob(ports, callerOf(request), request.params.id)),
    );

    app.delete(
      '/jobs/:id',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Delete a job and all its files',
          params: JobPath,
          response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 503) },
        },
      },
      async (request, reply) => {
        await deleteJob(ports, callerOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
}
