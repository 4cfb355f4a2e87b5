/** Turns every supported kind of input file into a `FileSource`. */
import { InputError } from '../errors/octavo-error.ts';
import { chunksOf } from './byte-stream.ts';
import type { FileSource } from './file-source.ts';
import { ReplayableStream } from './replayable-stream.ts';

/** A file in any form the runtimes offer. A `string` is a path; a `file:` URL is accepted as well. */
export type FileInput =
  | string
  | URL
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Response
  | NamedFile;

/** A file with an explicit name, for bytes and streams that have none. */
export type NamedFile = { readonly content: Exclude<FileInput, NamedFile>; readonly name: string };

const defaultFileName = 'document.pdf';
const mediaType = 'application/pdf';
const sliceBytes = 64 * 1024;

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}

function fromBytes(bytes: Uint8Array, name: string): FileSource {
  return {
    name,
    bytes: bytes.byteLength,
    open: () => slicesOf(bytes),
    openRange: (offset, length) => slicesOf(bytes.subarray(offset, offset + length)),
    canReopen: true,
    blob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType }),
    close: async () => {},
  };
}

function fromBlob(blob: Blob, name: string): FileSource {
  return {
    name,
    bytes: blob.size,
    open: () => chunksOf(blob.stream() as ReadableStream<Uint8Array>),
    openRange: (offset, length) =>
      chunksOf(blob.slice(offset, offset + length).stream() as ReadableStream<Uint8Array>),
    canReopen: true,
    blob: async () => blob,
    close: async () => {},
  };
}

function fromStream(iterable: AsyncIterable<Uint8Array>, name: string, bytes?: number): FileSource {
  const replay = new ReplayableStream(iterable[Symbol.asyncIterator]());
  return {
    name,
    bytes,
    open: () => replay.open(),
    get canReopen() {
      return replay.canReopen;
    },
    blob: async () => {
      const parts: BlobPart[] = [];
      for await (const chunk of replay.open()) parts.push(chunk as Uint8Array<ArrayBuffer>);
      return new Blob(parts, { type: mediaType });
    },
    close: () => replay.close(),
  };
}

type BlobPart = Blob | Uint8Array<ArrayBuffer>;

function fromResponse(response: Response, name: string): FileSource {
  if (!response.ok || response.body === null) {
    throw new InputError(
      `The response to upload has status ${response.status}${response.body === null ? ' and no body' : ''}.`,
      'Check that the file was fetched successfully before you pass the response on.',
    );
  }
  const isPlain = response.headers.get('content-encoding') === null;
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const bytes = isPlain && Number.isInteger(length) ? length : undefined;
  return fromStream(chunksOf(response.body as ReadableStream<Uint8Array>), name, bytes);
}

function lastPart(path: string): string {
  const part = path.split(/[\\/]/).pop() ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function nameOf(input: FileInput): string {
  if (input instanceof Blob) return (input as { name?: string }).name || defaultFileName;
  if (input instanceof Response)
    return lastPart(URL.canParse(input.url) ? new URL(input.url).pathname : '') || defaultFileName;
  // A Node file stream has a path.
  const path = (input as { path?: unknown }).path;
  return typeof path === 'string' && path !== '' ? lastPart(path) : defaultFileName;
}

function isNamed(input: object): input is NamedFile {
  return 'content' in input && 'name' in input && !(input instanceof Blob);
}

export async function openFileSource(input: FileInput, name?: string): Promise<FileSource> {
  if (typeof input === 'string' || input instanceof URL) {
    const { openPath } = await import('./open-path.ts');
    return openPath(input, name);
  }
  if (isNamed(input)) return openFileSource(input.content, name ?? input.name);
  const fileName = name ?? nameOf(input);
  if (input instanceof Blob) return fromBlob(input, fileName);
  if (input instanceof Uint8Array) return fromBytes(input, fileName);
  if (input instanceof ArrayBuffer) return fromBytes(new Uint8Array(input), fileName);
  if (input instanceof Response) return fromResponse(input, fileName);
  if (input instanceof ReadableStream) return fromStream(chunksOf(input), fileName);
  if (typeof input === 'object' && Symbol.asyncIterator in input) return fromStream(input, fileName);
  throw new InputError(
    'This input is not a file.',
    'Pass a path, a File, a Blob, bytes, a stream or a Response, or { content, name }.',
  );
}
