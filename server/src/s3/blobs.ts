/** The Blobs port on any S3 server. */
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { BlobBody, Blobs, GetOptions, ListedBlob } from '../ports/blobs.ts';
import { createClient, type S3Settings, type Storage } from './client.ts';
import { beginParts, completeParts, storedParts } from './client-parts.ts';
import { deletePrefix } from './delete-prefix.ts';
import { openDirectRequests } from './direct-requests.ts';
import { folders } from './folders.ts';
import { headObject, unknownType } from './head-object.ts';
import { totalBytesOf, translatedBody } from './read-body.ts';
import { type Signer, signerFor } from './signed-url.ts';
import { addressOf } from './signing.ts';
import { isMissing, isPastTheEnd, storageError } from './storage-error.ts';
import { upload } from './upload.ts';
import { uploadFile } from './upload-file.ts';

const gibibyte = 1_073_741_824;
const pingTimeoutMs = 2_000;
const pingSocketsMax = 2;

export function openBlobs(settings: S3Settings): Blobs & { close(): void } {
  const storage: Storage = { client: createClient(settings), bucket: settings.bucket };
  // A signature covers the host, so URLs for clients are signed for the public endpoint.
  const publicStorage: Storage = {
    client: createClient({ ...settings, endpoint: settings.publicEndpoint }),
    bucket: settings.bucket,
  };
  // Separate sockets: a process whose downloads use all others can still check the storage.
  const pingStorage: Storage = {
    client: createClient({ ...settings, socketsMax: pingSocketsMax }),
    bucket: settings.bucket,
  };
  const signer = lazySigner(publicStorage, settings.region);
  const direct = openDirectRequests(storage, settings);
  return {
    put: (key, body, options) => upload(storage, key, body, options),
    putFile: async (key, file, options) => {
      if (await direct.put(key, file, options)) return;
      if (file.bytes <= (settings.onePutBytesMax ?? gibibyte)) await uploadFile(storage, key, file, options);
      else await upload(storage, key, createReadStream(file.path), { ...file, ...options });
    },
    get: async (key, options = {}) => {
      const answer = await direct.get(key, options);
      return answer ? bodyOf(answer, options.signal) : getObject(storage, key, options);
    },
    head: (key) => headObject(storage, key),
    signedUrl: async (key, options) => (await signer()).get(key, options, new Date()),
    beginParts: (key, contentType) => beginParts(storage, key, contentType),
    signedPartUrl: async (target, part) => (await signer()).putPart(target, part, new Date()),
    storedParts: (target) => storedParts(storage, target),
    completeParts: (target, parts) => completeParts(storage, target, parts),
    deletePrefix: (prefix) => deletePrefix(storage, prefix),
    list: (prefix) => listObjects(storage, prefix),
    ping: () => ping(pingStorage),
    folders: (prefix) => folders(storage, prefix),
    close() {
      direct.close();
      storage.client.destroy();
      publicStorage.client.destroy();
      pingStorage.client.destroy();
    },
  };
}

function bodyOf(answer: IncomingMessage, signal: AbortSignal | undefined): BlobBody {
  const { headers } = answer;
  const bytes = Number(headers['content-length']);
  return {
    body: translatedBody(answer, signal),
    bytes,
    totalBytes: totalBytesOf(headers['content-range']) ?? bytes,
    contentType: headers['content-type'] ?? unknownType,
  };
}

async function getObject(storage: Storage, key: string, options: GetOptions): Promise<BlobBody | null> {
  const { range, signal } = options;
  const command = new GetObjectCommand({
    Bucket: storage.bucket,
    Key: key,
    ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` }),
  });
  try {
    const answer = await storage.client.send(command, signal === undefined ? {} : { abortSignal: signal });
    if (!(answer.Body instanceof Readable) || answer.ContentLength === undefined) {
      throw new TypeError('the storage answered without a body or its length');
    }
    return {
      body: translatedBody(answer.Body, signal),
      bytes: answer.ContentLength,
      totalBytes: totalBytesOf(answer.ContentRange) ?? answer.ContentLength,
      contentType: answer.ContentType ?? unknownType,
    };
  } catch (error) {
    if (isMissing(error)) return null;
    if (isPastTheEnd(error)) throw new RangeError('the range begins past the end of the object');
    throw storageError(error, signal);
  }
}

/** The bucket's address is determined for the first URL, without a request. */
function lazySigner(storage: Storage, region: string): () => Promise<Signer> {
  let signer: Promise<Signer> | null = null;
  return () => {
    signer ??= addressOf(storage)
      .then((address) => signerFor(address, region, storage.client.config.credentials))
      .catch((error) => {
        signer = null;
        throw error;
      });
    return signer;
  };
}

async function* listObjects({ client, bucket }: Storage, prefix: string): AsyncGenerator<ListedBlob> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
  try {
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: key = '', Size: bytes = 0, LastModified: modifiedAt } of objects) {
        yield { key, bytes, modifiedAt: modifiedAt ?? new Date(0) };
      }
    }
  } catch (error) {
    throw storageError(error);
  }
}

async function ping({ client, bucket }: Storage): Promise<void> {
  try {
    const abortSignal = AbortSignal.timeout(pingTimeoutMs);
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  } catch (error) {
    throw storageError(error);
  }
}
