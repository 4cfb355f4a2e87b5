/** A fake of `Blobs` in memory, with signed URLs served over loopback. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import {
  type BlobBody,
  type Blobs,
  BodyHashError,
  BodyLengthError,
  type GetOptions,
  type ListedBlob,
  type PutOptions,
  requireFolder,
} from '../../src/ports/blobs.ts';
import { serveSignedUrls } from './signed-url-server.ts';

export type MemoryBlob = { readonly data: Buffer; readonly contentType: string; readonly modifiedAt: Date };

export type MemoryBlobs = Blobs & {
  /** Versions, newest last, as a bucket with versioning keeps them; `null` is a delete marker. */
  readonly versions: Map<string, (MemoryBlob | null)[]>;
  /** Keys of unfinished uploads, by upload id. */
  readonly uploads: Map<string, string>;
  /** Parts that clients have sent, by upload id. */
  readonly parts: Map<string, Map<number, Buffer>>;
  close(): Promise<void>;
};

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

export async function memoryBlobs(): Promise<MemoryBlobs> {
  const versions: MemoryBlobs['versions'] = new Map();
  const uploads: MemoryBlobs['uploads'] = new Map();
  const current = (key: string) => versions.get(key)?.at(-1) ?? null;
  const parts: MemoryBlobs['parts'] = new Map();
  const urls = await serveSignedUrls(current, (uploadId, number, data) => {
    if (!uploads.has(uploadId)) return false;
    parts.get(uploadId)?.set(number, data);
    return true;
  });
  const put: Blobs['put'] = async (key, body, options) => {
    const upload = randomUUID();
    uploads.set(upload, key);
    try {
      const data = await collect(body, options);
      const blob = { data, contentType: options.contentType, modifiedAt: new Date() };
      versions.set(key, [...(versions.get(key) ?? []), blob]);
      return { bytes: data.byteLength, sha256: hashOf(data) };
    } finally {
      uploads.delete(upload);
    }
  };

  return {
    versions,
    uploads,
    parts,
    put,
    ...clientParts({ uploads, parts, put }),
    signedPartUrl: async (target, part) => urls.signPart(target, part),
    async putFile(key, { path, bytes, sha256 }, options) {
      options.signal?.throwIfAborted();
      await put(key, createReadStream(path), { ...options, bytes, sha256 });
    },
    async get(key, options) {
      const blob = current(key);
      return blob === null ? null : read(blob, options);
    },
    async head(key) {
      const blob = current(key);
      return blob === null ? null : { bytes: blob.data.byteLength, contentType: blob.contentType };
    },
    signedUrl: async (key, options) => urls.sign(key, options),
    async deletePrefix(prefix) {
      requireFolder(prefix);
      return removeVersions(versions, prefix) + removeUploads(uploads, prefix);
    },
    async *list(prefix): AsyncGenerator<ListedBlob> {
      for (const key of [...versions.keys()].sort()) {
        const blob = current(key);
        if (blob === null || !key.startsWith(prefix)) continue;
        yield { key, bytes: blob.data.byteLength, modifiedAt: blob.modifiedAt };
      }
    },
    async folders(prefix) {
      const keys = [...versions.keys(), ...uploads.values()].filter((key) => key.startsWith(prefix));
      const ends = keys.map((key) => [key, key.indexOf('/', prefix.length)] as const);
      return [...new Set(ends.filter(([, end]) => end >= 0).map(([key, end]) => key.slice(0, end + 1)))];
    },
    ping: async () => {},
    close: () => urls.close(),
  };
}

/** Uploads whose parts clients send. */
function clientParts({
  uploads,
  parts,
  put,
}: Pick<MemoryBlobs, 'uploads' | 'parts' | 'put'>): Pick<
  Blobs,
  'beginParts' | 'storedParts' | 'completeParts'
> {
  return {
    beginParts: async (key) => {
      const uploadId = randomUUID();
      uploads.set(uploadId, key);
      parts.set(uploadId, new Map());
      return uploadId;
    },
    storedParts: async ({ uploadId }) => {
      if (!uploads.has(uploadId)) return null;
      const found = [...(parts.get(uploadId) ?? [])].sort(([a], [b]) => a - b);
      return found.map(([number, data]) => ({ number, bytes: data.byteLength, tag: hashOf(data) }));
    },
    completeParts: async ({ key, uploadId }, chosen) => {
      const stored = parts.get(uploadId);
      if (!uploads.has(uploadId) || !stored) return;
      const data = Buffer.concat(chosen.map(({ number }) => stored.get(number) ?? Buffer.alloc(0)));
      await put(key, data, { contentType: 'application/pdf' });
      uploads.delete(uploadId);
      parts.delete(uploadId);
    },
  };
}

async function collect(body: Readable | Uint8Array, { bytes, sha256, signal }: PutOptions) {
  signal?.throwIfAborted();
  const chunks: Uint8Array[] = [];
  try {
    const source = body instanceof Readable ? (signal ? addAbortSignal(signal, body) : body) : [body];
    for await (const chunk of source) chunks.push(chunk);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
  const data = Buffer.concat(chunks);
  if (bytes !== undefined && bytes !== data.byteLength) throw new BodyLengthError(bytes, data.byteLength);
  if (sha256 !== undefined && sha256 !== hashOf(data)) throw new BodyHashError(sha256);
  return data;
}

function read({ data, contentType }: MemoryBlob, { range, signal }: GetOptions = {}): BlobBody {
  signal?.throwIfAborted();
  const start = range?.start ?? 0;
  if (range !== undefined && start >= data.byteLength) {
    throw new RangeError('the range begins past the end of the object');
  }
  const part = data.subarray(start, (range?.end ?? data.byteLength) + 1);
  const body = Readable.from(slices(part), { objectMode: false });
  return {
    body: signal === undefined ? body : addAbortSignal(signal, body),
    bytes: part.byteLength,
    totalBytes: data.byteLength,
    contentType,
  };
}

/** In chunks, so that a reader can stop in the middle as in a real download; copies, because the reader may free them. */
function* slices(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.byteLength; at += 65_536) {
    yield Buffer.from(data.subarray(at, at + 65_536));
  }
}

function removeVersions(versions: MemoryBlobs['versions'], prefix: string): number {
  let removed = 0;
  for (const [key, all] of versions) {
    if (!key.startsWith(prefix)) continue;
    removed += all.length;
    versions.delete(key);
  }
  return removed;
}

function removeUploads(uploads: MemoryBlobs['uploads'], prefix: string): number {
  const found = [...uploads].filter(([, key]) => key.startsWith(prefix));
  for (const [id] of found) uploads.delete(id);
  return found.length;
}
