/** `GET|HEAD /jobs/{id}/download/{fmt}`: the file itself, whole or a range of it. */
import type { Readable } from 'node:stream';
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { type DownloadOutputPorts, findOutput, openOutput } from '../../actions/download-output.ts';
import { attachmentNamed } from '../../domain/content-disposition.ts';
import { downloadForms, downloadName } from '../../domain/download.ts';
import { OctavoError } from '../../domain/errors.ts';
import type { Job, Output } from '../../domain/job.ts';
import { callerOf } from '../authenticate.ts';
import { type WantedPart, wantedPart } from '../byte-range.ts';
import { errorResponses } from '../schemas/error.ts';
import { DownloadPath } from '../schemas/job.ts';

/** Documents the answer; streams are sent as they are. */
const FileBody = Type.Unsafe<Readable | undefined>({ type: 'string', format: 'binary' });

function etagOf(output: Output): string {
  return `"${output.sha256}"`;
}

function describeFile(reply: FastifyReply, job: Job, output: Output): void {
  reply.headers({
    'content-type': downloadForms[output.format].mediaType,
    'content-disposition': attachmentNamed(downloadName(job.source.fileName, output.format)),
    'content-security-policy': 'sandbox',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: etagOf(output),
  });
}

function describePart(reply: FastifyReply, output: Output, wanted: WantedPart): void {
  if (wanted.kind !== 'range') {
    reply.header('content-length', output.bytes);
    return;
  }
  const { start, end } = wanted;
  reply.code(206).headers({
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${output.bytes}`,
  });
}

export function downloadRoutes(ports: DownloadOutputPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/jobs/:id/download/:fmt',
      schema: {
        tags: ['jobs'],
        summary: 'Download an output',
        params: DownloadPath,
        response: {
          200: FileBody,
          206: FileBody,
          304: FileBody,
          ...errorResponses(400, 401, 403, 404, 409, 416, 503),
        },
      },
      handler: async (request, reply) => {
        const { id, fmt } = request.params;
        const { job, output } = await findOutput(ports, callerOf(request), id, fmt);
        const wanted = wantedPart(request.headers, { bytes: output.bytes, etag: etagOf(output) });
        if (wanted.kind === 'unsatisfiable') {
          reply.header('content-range', `bytes */${output.bytes}`);
          throw new OctavoError(
            'range_not_satisfiable',
            `The range lies outside the file’s ${output.bytes} bytes.`,
          );
        }
        if (wanted.kind === 'unchanged') {
          describeFile(reply, job, output);
          return reply.code(304).send(undefined);
        }
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const hasBody = request.method === 'GET' && output.bytes > 0;
        const range = wanted.kind === 'range' ? wanted : null;
        // Opened before the first header is set: a storage that is away is a clean 503.
        const opened = hasBody ? await openOutput(ports, output, range, gone.signal) : undefined;
        describeFile(reply, job, output);
        describePart(reply, output, wanted);
        return reply.send(opened?.body);
      },
    });
  };
}
