/** Reads a `POST /jobs` in JSON, which names a file in storage, as the fields of a form. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UploadPart } from '../actions/receive-upload.ts';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import type { BodyRate } from './body-rate.ts';
import { bodyBlocks } from './upload-body.ts';

/** Room for options of the size that a form may have. */
const bodyBytesMax = 131_072;

async function readText(request: FastifyRequest, reply: FastifyReply, rate: BodyRate): Promise<string> {
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of bodyBlocks(request, reply, rate)) {
    bytes += block.length;
    if (bytes > bodyBytesMax) {
      throw new OctavoError('payload_too_large', `The body is larger than ${bodyBytesMax} bytes.`);
    }
    blocks.push(block);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(blocks));
}

async function readObject(request: FastifyRequest, reply: FastifyReply, rate: BodyRate): Promise<object> {
  let body: unknown;
  try {
    body = JSON.parse(await readText(request, reply, rate));
  } catch (cause) {
    if (cause instanceof OctavoError) throw cause;
    throw new OctavoError('invalid_json', 'The body is not valid JSON.', { cause });
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw invalidRequest({ loc: ['body'], msg: 'must be a JSON object' });
}

/** The same text as in a form, so that both are checked, and compared for idempotency, in the same way. */
function textOf(name: string, value: unknown): string {
  if (name === 'options') return JSON.stringify(value);
  if (typeof value === 'string') return value;
  throw invalidRequest({ loc: [name], msg: 'must be a string' });
}

export async function* jsonParts(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
): AsyncGenerator<UploadPart> {
  const body = await readObject(request, reply, rate);
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue;
    yield { kind: 'field', name, value: textOf(name, value) };
  }
}
