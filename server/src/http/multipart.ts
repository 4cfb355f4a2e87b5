/** Reads the parts of a `multipart/form-data` request as a stream, with only a few blocks of a file in memory. */
import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentPart, type UploadPart } from '../actions/receive-upload.ts';
import { OctavoError } from '../domain/errors.ts';
import { refuseCoding } from './body-coding.ts';
import type { BodyRate } from './body-rate.ts';
import { beginUpload } from './upload-body.ts';

const boundaryCharsMax = 70;
/** Everything in a form but its file: fields, part headers, preamble, separators and epilogue. */
const overheadBytesMax = 1_048_576;

/** Which parts a form may have. */
export type FormShape = {
  /** The part that holds the PDF. */
  readonly documentPart: string;
  readonly filesMax: number;
  readonly fieldsMax: number;
};

/** `options` may be sent as a file. */
const jobForm: FormShape = { documentPart, filesMax: 2, fieldsMax: 7 };

const partLimits = {
  fieldSize: 65_536,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 16_384,
};

function badForm(msg: string, loc: readonly string[] = ['body']): OctavoError {
  return new OctavoError('invalid_request', `The form is not valid: ${msg}.`, { faults: [{ loc, msg }] });
}

function tooMuchOverhead(): OctavoError {
  return new OctavoError(
    'payload_too_large',
    `The form holds more than ${overheadBytesMax} bytes in addition to its file.`,
  );
}

function parserFor(request: FastifyRequest, { filesMax, fieldsMax }: FormShape): InstanceType<typeof Busboy> {
  const contentType = request.headers['content-type'] ?? '';
  const boundary = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw badForm('it must be multipart/form-data');
  refuseCoding(request.headers, (msg) => badForm(`it ${msg}`));
  if (name === '' || name.length > boundaryCharsMax) throw badForm('its boundary is missing or too long');
  const limits = { ...partLimits, files: filesMax, fields: fieldsMax, parts: fieldsMax + 1 };
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch (cause) {
    throw new OctavoError('invalid_request', 'The form could not be read.', { cause });
  }
}

/** Browsers write a quotation mark and line ends of a file name as percent escapes, and nothing else (WHATWG HTML). */
function asChosen(fileName: string | undefined): string | undefined {
  return fileName?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function endedEarly(cause: unknown): OctavoError {
  return new OctavoError('invalid_request', 'The form ended before it was complete.', { cause });
}

/** The parser reports an early end to the reader of the file, with its own message, before it reports it here. */
async function* blocksOf(file: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw error instanceof OctavoError ? error : endedEarly(error);
  }
}

/** Leaving the loop early stops reading the request; the rest is never processed. */
export async function* uploadParts(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  shape: FormShape = jobForm,
): AsyncGenerator<UploadPart> {
  const parser = parserFor(request, shape);
  const parts = new Readable({ objectMode: true, read: () => {} });
  let file: BusboyFileStream | null = null;
  const stop = () => {
    request.raw.unpipe(parser);
    parser.destroy();
  };
  // The reader of the file waits for a block and not for the next part, so both must fail. The parser is stopped at the
  // same time: when the form ends after its limit of parts, it throws where it cannot be caught.
  const fail = (error: Error) => {
    stop();
    parts.destroy(error);
    file?.destroy(error);
  };
  parser.on('file', (name, body, fileName) => {
    if (name === shape.documentPart) file = body;
    // Without a listener, an error before the file is read would end the process.
    body.on('error', () => {});
    parts.push({
      kind: 'file',
      name,
      fileName: asChosen(fileName),
      body: blocksOf(body),
    } satisfies UploadPart);
  });
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) fail(badForm(`must not be longer than ${partLimits.fieldSize} bytes`, [name]));
    else parts.push({ kind: 'field', name, value } satisfies UploadPart);
  });
  parser.on('filesLimit', () => fail(badForm('exactly one file must be sent', [shape.documentPart])));
  for (const event of ['fieldsLimit', 'partsLimit'] as const) {
    parser.on(event, () => fail(badForm('it has too many parts')));
  }
  parser.on('error', (cause) => fail(endedEarly(cause)));
  parser.on('finish', () => parts.push(null));
  beginUpload(request, reply, rate, fail);
  let arrivedBytes = 0;
  const count = (chunk: Buffer) => {
    arrivedBytes += chunk.length;
    if (arrivedBytes - (file?.bytesRead ?? 0) > overheadBytesMax) fail(tooMuchOverhead());
  };
  request.raw.on('data', count);
  request.raw.pipe(parser);
  try {
    yield* parts;
  } finally {
    request.raw.off('data', count);
    stop();
  }
}
