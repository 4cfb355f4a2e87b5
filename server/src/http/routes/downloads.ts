/** `GET|HEAD /jobs/{id}/download/{fmt}` and `/jobs/{id}/source`: the file itself, whole or a range of it. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type DownloadPorts, findOutput } from '../../actions/download-output.ts';
import { findJob } from '../../actions/read-jobs.ts';
import { callerOf } from '../authenticate.ts';
import { errorResponses } from '../schemas/error.ts';
import { FileHeaders, outputResponses, sourceResponses } from '../schemas/file.ts';
import { DownloadPath, JobPath } from '../schemas/job.ts';
import { sendOutput, sendSource } from '../send-job-file.ts';

export function downloadRoutes(ports: DownloadPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/download/:fmt',
      config: { servesContent: true, holds: 'download' },
      schema: {
        tags: ['Jobs'],
        operationId: 'downloadOutput',
        summary: 'Download an output',
        description:
          'One output of a job that is done. Ranges and conditional requests work, and so does `HEAD`. The signed URLs in `download_urls` of the job lead to the same files without credentials.',
        params: DownloadPath,
        headers: FileHeaders,
        response: {
          ...outputResponses,
          ...errorResponses(400, 401, 403, 'job_not_found', 'format_not_produced'),
          ...errorResponses('job_not_done', 'job_failed', 416, 429, 503),
        },
      },
      handler: async (request, reply) => {
        const { id, fmt } = request.params;
        const { job, output } = await findOutput(ports, callerOf(request), id, fmt);
        return sendOutput(ports, { request, reply }, job, output);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/source',
      config: { servesContent: true, holds: 'download' },
      schema: {
        tags: ['Jobs'],
        operationId: 'downloadSource',
        summary: 'Download the submitted PDF',
        description:
          'The PDF file as it was submitted. Ranges and conditional requests work, and so does `HEAD`.',
        params: JobPath,
        headers: FileHeaders,
        response: { ...sourceResponses, ...errorResponses(401, 403, 'job_not_found', 416, 429, 503) },
      },
      handler: async (request, reply) => {
        const job = await findJob(ports.store, callerOf(request), request.params.id);
        return sendSource(ports, { request, reply }, job);
      },
    });
  };
}
