/** `GET|HEAD /jobs/{id}/download/{fmt}` and `/jobs/{id}/source`: the file itself, whole or a range of it. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type DownloadPorts, findOutput, openStored } from '../../actions/download-output.ts';
import { findJob } from '../../actions/read-jobs.ts';
import { downloadName, sourceDownloadName } from '../../domain/download-name.ts';
import { formatInfo } from '../../domain/formats.ts';
import { sourceKey } from '../../domain/job.ts';
import { callerOf } from '../authenticate.ts';
import { errorResponses } from '../schemas/error.ts';
import { DownloadPath, JobPath } from '../schemas/job.ts';
import { etagOf, fileResponses, sendFile } from '../send-file.ts';

export function downloadRoutes(ports: DownloadPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/download/:fmt',
      config: { servesContent: true, holds: 'download' },
      schema: {
        tags: ['jobs'],
        summary: 'Download an output',
        params: DownloadPath,
        response: { ...fileResponses, ...errorResponses(400, 401, 403, 404, 409, 416, 429, 503) },
      },
      handler: async (request, reply) => {
        const { id, fmt } = request.params;
        const { job, output } = await findOutput(ports, callerOf(request), id, fmt);
        const file = {
          bytes: output.bytes,
          etag: etagOf(output),
          mediaType: formatInfo[output.format].mediaType,
          fileName: downloadName(job.source.fileName, output.format),
        };
        return sendFile(request, reply, file, (range, signal) =>
          openStored(ports, output.objectKey, range, signal),
        );
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/source',
      config: { servesContent: true, holds: 'download' },
      schema: {
        tags: ['jobs'],
        summary: 'Download the PDF that was submitted',
        params: JobPath,
        response: { ...fileResponses, ...errorResponses(401, 403, 404, 416, 429, 503) },
      },
      handler: async (request, reply) => {
        const job = await findJob(ports.store, callerOf(request), request.params.id);
        const file = {
          bytes: job.source.bytes,
          etag: etagOf(job.source),
          mediaType: 'application/pdf',
          fileName: sourceDownloadName(job.source.fileName),
        };
        return sendFile(request, reply, file, (range, signal) =>
          openStored(ports, sourceKey(job), range, signal),
        );
      },
    });
  };
}
