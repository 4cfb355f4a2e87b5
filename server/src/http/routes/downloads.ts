/** `GET|HEAD /jobs/{id}/download/{fmt}`: the file itself, whole or a range of it. */
import type { Readable } from 'node:stream';
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import parseRange from 'range-parser';
import { type DownloadOutputPorts, findOutput, openOutput } from '../../actions/download-output.ts';
import { attachmentNamed } from '../../domain/content-disposition.ts';
import { downloadForms, downloadName } from '../../domain/download.ts';
import { OctavoError } from '../../domain/errors.ts';
import type { Job, Output } from '../../domain/job.ts';
import { callerOf } from '../authenticate.ts';
import { errorResponses } from '../schemas/error.ts';
import { DownloadPath } from '../schemas/job.ts';

/** Documents the answer; streams are sent as they are. */
const FileBody = Type.Unsafe<Readable | undefined>({ type: 'string', format: 'binary' });

type ByteRange = { readonly start: number; readonly end: number };

function setFileHeaders(reply: FastifyReply, job: Job, output: Output): void {
  reply.headers({
    'content-type': downloadForms[output.format].mediaType,
    'content-disposition': attachmentNamed(downloadName(job.source.fileName, output.format)),
    'content-security-policy': 'sandbox',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${output.sha256}"`,
  });
}

/** One range, or the whole: several at once, another unit or a changed file are answered in full, as RFC 9110 allows. */
function rangeOf(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  output: Output,
): ByteRange | null {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== `"${output.sha256}"`)) return null;
  const parsed = parseRange(output.bytes, range);
  if (parsed === -1) {
    throw new OctavoError(
      'range_not_satisfiable',
      `The file has ${output.bytes} bytes; the range lies outside.`,
    );
  }
  const [only] = parsed === -2 || parsed.type !== 'bytes' || parsed.length !== 1 ? [] : parsed;
  return only ?? null;
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
        response: { 200: FileBody, 206: FileBody, ...errorResponses(400, 401, 403, 404, 409, 416, 503) },
      },
      handler: async (request, reply) => {
        const { id, fmt } = request.params;
        const { job, output } = await findOutput(ports, callerOf(request), id, fmt);
        const range = rangeOf(request.headers, output);
        const bytes = range ? range.end - range.start + 1 : output.bytes;
        const headersFor = () => {
          setFileHeaders(reply, job, output);
          reply.header('content-length', bytes);
          if (range) {
            reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${output.bytes}`);
          }
        };
        if (request.method === 'HEAD' || output.bytes === 0) {
          headersFor();
          return reply.send(undefined);
        }
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const { body } = await openOutput(ports, output, range, gone.signal);
        headersFor();
        return reply.send(body);
      },
    });
  };
}
