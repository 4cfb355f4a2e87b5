/** Reads a request whose whole body is a file as the one part of an upload. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentPart, type UploadPart } from '../../actions/receive-upload.ts';
import { invalidRequest } from '../../domain/errors.ts';
import { refuseCoding } from '../body-coding.ts';
import type { BodyRate } from '../body-rate.ts';
import { beginUpload } from '../upload-body.ts';

/** Leaving the loop early stops reading the request. */
async function* blocksOf(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
): AsyncGenerator<Buffer> {
  const { raw } = request;
  refuseCoding(raw.headers, (msg) => invalidRequest({ loc: ['body'], msg }));
  // A stream in between, because destroying the request itself would close the connection before the answer.
  const body = new PassThrough();
  const fail = (error: Error) => {
    raw.unpipe(body);
    body.destroy(error);
  };
  beginUpload(request, reply, rate, fail);
  raw.pipe(body);
  try {
    yield* body;
  } finally {
    raw.unpipe(body);
  }
}

export async function* rawUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  { fileName, options }: { readonly fileName: string | undefined; readonly options: object },
): AsyncGenerator<UploadPart> {
  yield { kind: 'file', name: documentPart, fileName, body: blocksOf(request, reply, rate) };
  yield { kind: 'field', name: 'options', value: JSON.stringify(options) };
}
