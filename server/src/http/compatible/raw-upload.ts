/** Reads a request whose whole body is a file as the one part of an upload. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentPart, type UploadPart } from '../../actions/receive-upload.ts';
import type { BodyRate } from '../body-rate.ts';
import { bodyBlocks } from '../upload-body.ts';

export async function* rawUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  { fileName, options }: { readonly fileName: string | undefined; readonly options: object },
): AsyncGenerator<UploadPart> {
  yield { kind: 'file', name: documentPart, fileName, body: bodyBlocks(request, reply, rate) };
  yield { kind: 'field', name: 'options', value: JSON.stringify(options) };
}
