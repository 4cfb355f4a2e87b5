/** `/jobs`: list, read and wait, delete. */
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { type DeleteJobPorts, deleteJob } from '../../actions/delete-job.ts';
import { findJob, listJobs, presentJob, type ReadJobsPorts } from '../../actions/read-jobs.ts';
import { type WaitForJobPorts, waitForJob } from '../../actions/wait-for-job.ts';
import { callerOf } from '../authenticate.ts';
import { deadlineSignal } from '../deadline.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobBody, JobListBody, JobListQuery, JobPath, JobQuery, toJobBody } from '../schemas/job.ts';
import { readJobFilter } from '../schemas/job-filter.ts';

export type JobPorts = ReadJobsPorts &
  DeleteJobPorts &
  WaitForJobPorts & {
    /** Aborted when the server is closing: waiting requests are answered then. */
    readonly closing: AbortSignal;
  };

export function jobRoutes(ports: JobPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs',
      {
        schema: {
          tags: ['jobs'],
          summary: 'List jobs, most recent first',
          querystring: JobListQuery,
          response: { 200: JobListBody, ...errorResponses(400, 401, 403, 429, 503) },
        },
      },
      async (request) => {
        const { page, page_size: size, include } = request.query;
        const pageRequest = { number: page, size };
        const filter = readJobFilter(request.query);
        const { items, total } = await listJobs(
          ports,
          callerOf(request),
          pageRequest,
          new Set(include),
          filter,
        );
        return { items: items.map(toJobBody), total, page, page_size: size };
      },
    );

    app.get(
      '/jobs/:id',
      {
        config: { holds: 'long-poll' },
        schema: {
          tags: ['jobs'],
          summary: 'Get a job, or wait for it',
          params: JobPath,
          querystring: JobQuery,
          response: { 200: JobBody, ...errorResponses(400, 401, 403, 404, 429, 503) },
        },
      },
      async (request, reply) => {
        const { wait, include } = request.query;
        const { id } = request.params;
        const caller = callerOf(request);
        const job =
          wait === undefined
            ? await findJob(ports.store, caller, id)
            : await waitForJob(ports, caller, id, deadlineSignal(reply, ports.closing, wait * 1000));
        return toJobBody(await presentJob(ports, caller, job, new Set(include)));
      },
    );

    app.delete(
      '/jobs/:id',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Delete a job and all its files',
          params: JobPath,
          response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 429, 503) },
        },
      },
      async (request, reply) => {
        await deleteJob(ports, callerOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
}
