/** `/jobs`: list, read and wait, delete. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type DeleteJobPorts, deleteJob } from '../../actions/delete-job.ts';
import { findJob, listJobs, presentJob, type ReadJobsPorts } from '../../actions/read-jobs.ts';
import { type WaitForJobPorts, waitForJob } from '../../actions/wait-for-job.ts';
import { callerOf } from '../authenticate.ts';
import { deadlineSignal } from '../deadline.ts';
import { answer, noContent } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import {
  JobBody,
  JobListBody,
  JobListQuery,
  JobPath,
  JobQuery,
  toJobBody,
  toJobListBody,
} from '../schemas/job.ts';
import { readJobFilter } from '../schemas/job-filter.ts';

export type JobPorts = ReadJobsPorts &
  DeleteJobPorts &
  WaitForJobPorts & {
    /** Aborted when the server is closing: waiting requests are answered then. */
    readonly closing: AbortSignal;
  };

const listJobsSchema = {
  tags: ['Jobs'],
  operationId: 'listJobs',
  summary: 'List jobs',
  description: 'The jobs of the account, most recent first, page by page. Filters can be combined.',
  querystring: JobListQuery,
  response: {
    200: answer(JobListBody, 'One page of the list.'),
    ...errorResponses(400, 401, 403, 429, 503),
  },
};

export function jobRoutes(ports: JobPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs',
      {
        schema: listJobsSchema,
      },
      async (request) => {
        const { page, page_size: size, include } = request.query;
        const filter = readJobFilter(request.query);
        const list = await listJobs(
          ports,
          callerOf(request),
          { number: page, size },
          new Set(include),
          filter,
        );
        return toJobListBody(list, page, size);
      },
    );

    app.get(
      '/jobs/:id',
      {
        config: { holds: 'long-poll' },
        schema: {
          tags: ['Jobs'],
          operationId: 'getJob',
          summary: 'Get a job',
          description:
            'The job with fresh download URLs. With `wait`, the response is sent once the job has finished or the time is up, so you need no polling loop.',
          params: JobPath,
          querystring: JobQuery,
          response: {
            200: answer(JobBody, 'The job.'),
            ...errorResponses(400, 401, 403, 'job_not_found', 429, 503),
          },
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
          tags: ['Jobs'],
          operationId: 'deleteJob',
          summary: 'Delete a job',
          description:
            'Deletes the job, the submitted file and all outputs. An active job is cancelled, and its pages are not charged. `GET /erasures/{id}` with the id of the job then answers with a signed statement of what was removed.',
          params: JobPath,
          response: {
            204: noContent('The job was deleted.'),
            ...errorResponses(401, 403, 'job_not_found', 429, 503),
          },
        },
      },
      async (request, reply) => {
        await deleteJob(ports, callerOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
}
