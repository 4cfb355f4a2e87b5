/** The S3 adapter meets the contract of `Blobs`, and fails as unavailable when the server is not reachable. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBlobs } from '../../src/s3/blobs.ts';
import type { S3Settings } from '../../src/s3/client.ts';
import type { BlobsUnderTest } from '../contracts/blob-samples.ts';
import { describeBlobs } from '../contracts/blobs.ts';
import { describePutFile } from '../contracts/blobs-writing.ts';
import { bucketSettings, freshBucket } from './fresh-bucket.ts';

async function onS3(others: Partial<S3Settings> = {}): Promise<BlobsUnderTest> {
  const { client, settings, remove } = await freshBucket();
  const { bucket: Bucket } = settings;
  const blobs = openBlobs({ ...settings, ...others });
  return {
    blobs,
    async deleteCurrent(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async leaveUnfinished(Key) {
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    },
    async countVersions(Prefix) {
      const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
      return (page.Versions?.length ?? 0) + (page.DeleteMarkers?.length ?? 0);
    },
    async countUnfinished(Prefix) {
      const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
      return page.Uploads?.length ?? 0;
    },
    large: { bytes: 256 * 1_048_576, growthBytesMax: 128 * 1_048_576 },
    async close() {
      blobs.close();
      await remove();
    },
  };
}

describeBlobs('the storage on S3', onS3);

describe('a file too large for one request', () => {
  let made: BlobsUnderTest;
  beforeAll(async () => {
    made = await onS3({ onePutBytesMax: 5 * 1_048_576 });
  });
  afterAll(() => made.close());
  describePutFile(() => made);
});

describe('storage that fails', () => {
  const isUnavailable = expect.objectContaining({ code: 'service_unavailable', retryAfterSeconds: 2 });

  async function closedPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  const verbs = {
    put: (blobs) => blobs.put('jobs/1/a', Buffer.from('a'), { contentType: 'text/plain' }),
    get: (blobs) => blobs.get('jobs/1/a'),
    head: (blobs) => blobs.head('jobs/1/a'),
    deletePrefix: (blobs) => blobs.deletePrefix('jobs/1/'),
    list: async (blobs) => {
      for await (const { key } of blobs.list('jobs/1/')) return key;
      return null;
    },
    ping: (blobs) => blobs.ping(),
  } satisfies Record<string, (blobs: ReturnType<typeof openBlobs>) => Promise<unknown>>;

  it.each(Object.entries(verbs))(
    'makes %s fail as unavailable when no server listens',
    async (_name, verb) => {
      const endpoint = `http://127.0.0.1:${await closedPort()}`;
      const blobs = openBlobs({ ...bucketSettings('any'), endpoint });
      onTestFinished(() => blobs.close());
      await expect(verb(blobs)).rejects.toEqual(isUnavailable);
    },
  );

  it.each(['get', 'put', 'list', 'ping'] as const)(
    'makes %s fail as unavailable, not as a missing object, when the bucket is missing',
    async (name) => {
      const blobs = openBlobs(bucketSettings('no-such-bucket-anywhere'));
      onTestFinished(() => blobs.close());
      await expect(verbs[name](blobs)).rejects.toEqual(isUnavailable);
    },
  );
});
