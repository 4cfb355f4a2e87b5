/** Reads a form of docling-serve, and passes it on as the form of a job. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentPart, type UploadPart } from '../../actions/receive-upload.ts';
import { invalidRequest } from '../../domain/errors.ts';
import type { BodyRate } from '../body-rate.ts';
import { type FormShape, uploadParts } from '../multipart.ts';
import type { JobOptions } from './docling-options.ts';
import type { Fields } from './field-reader.ts';

/** docling-serve has about 60 options, and lists repeat their field. */
const shape: FormShape = { documentPart: 'files', filesMax: 1, fieldsMax: 250 };

/**
 * `toOptions` throws for fields that are not accepted. Most clients send them before the file, which is then not read;
 * others may come after it, so they are read again at the end.
 */
export async function* doclingForm(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  toOptions: (fields: Fields) => JobOptions,
): AsyncGenerator<UploadPart> {
  const fields = new Map<string, unknown[]>();
  let hasFile = false;
  for await (const part of uploadParts(request, reply, rate, shape)) {
    if (part.kind === 'field') {
      fields.set(part.name, [...(fields.get(part.name) ?? []), part.value]);
      continue;
    }
    if (part.name !== shape.documentPart)
      throw invalidRequest({ loc: [part.name], msg: `is not a part for files; send ${shape.documentPart}` });
    toOptions(Object.fromEntries(fields));
    hasFile = true;
    yield { ...part, name: documentPart };
  }
  if (!hasFile) throw invalidRequest({ loc: [shape.documentPart], msg: 'is required' });
  const options = toOptions(Object.fromEntries(fields));
  yield { kind: 'field', name: 'options', value: JSON.stringify(options) };
}
