/** Reads a JSON body of docling-serve with one file in it, and passes it on as the form of a job. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentPart, type UploadPart } from '../../actions/receive-upload.ts';
import { invalidRequest } from '../../domain/errors.ts';
import { refuseCoding } from '../body-coding.ts';
import type { BodyRate } from '../body-rate.ts';
import type { JobOptions } from './docling-options.ts';
import type { Fields } from './field-reader.ts';
import { readSourceBody } from './source-reader.ts';

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): Fields => (isObject(value) ? value : {});

const prefixed = (fields: unknown, prefix: string) =>
  Object.fromEntries(Object.entries(objectOf(fields)).map(([name, value]) => [`${prefix}${name}`, value]));

/** Under the names that a form has for them. */
function fieldsOf(body: Fields): Fields {
  const { options, convert_options: convert, chunking_options: chunking, target, callbacks } = body;
  return {
    ...objectOf(options),
    ...prefixed(convert, 'convert_'),
    ...prefixed(chunking, 'chunking_'),
    include_converted_doc: body['include_converted_doc'],
    target_type: objectOf(target)['kind'],
    ...(Array.isArray(callbacks) && callbacks.length > 0 && { callbacks }),
  };
}

function onlySource(body: Fields): Fields {
  const { sources } = body;
  const [source, ...others] = Array.isArray(sources) ? (sources as readonly unknown[]) : [];
  if (others.length > 0) throw invalidRequest({ loc: ['sources'], msg: 'must have exactly one file' });
  return objectOf(source);
}

const noFile = () =>
  invalidRequest({
    loc: ['sources'],
    msg: 'must have a file with base64_string; addresses and buckets are not fetched',
  });

export async function* doclingSource(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  toOptions: (fields: Fields) => JobOptions,
): AsyncGenerator<UploadPart> {
  refuseCoding(request.headers, (msg) => invalidRequest({ loc: ['body'], msg }));
  const read = await readSourceBody(request, reply, rate);
  if (!read) throw noFile();
  const body = () => objectOf(read.rest());
  yield {
    kind: 'file',
    name: documentPart,
    body: read.file,
    // Read after the file: its name may stand behind it.
    get fileName() {
      const { filename } = onlySource(body());
      return typeof filename === 'string' ? filename : undefined;
    },
  };
  yield { kind: 'field', name: 'options', value: JSON.stringify(toOptions(fieldsOf(body()))) };
}
