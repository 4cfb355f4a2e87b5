/** A new versioned bucket for each test file, removed afterwards. */
import { randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createClient, type S3Settings } from '../../src/s3/client.ts';

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: are the test services up?`);
  return value;
}

export function bucketSettings(bucket: string): S3Settings {
  return {
    endpoint: variable('OCTAVO_S3_ENDPOINT'),
    publicEndpoint: variable('OCTAVO_S3_PUBLIC_ENDPOINT'),
    region: variable('OCTAVO_S3_REGION'),
    accessKeyId: variable('OCTAVO_S3_ACCESS_KEY_ID'),
    secretAccessKey: variable('OCTAVO_S3_SECRET_ACCESS_KEY'),
    forcePathStyle: true,
    bucket,
  };
}

export type FreshBucket = {
  readonly settings: S3Settings;
  readonly client: S3Client;
  remove(): Promise<void>;
};

export async function freshBucket(): Promise<FreshBucket> {
  const settings = bucketSettings(`test-${randomBytes(6).toString('hex')}`);
  const client = createClient(settings);
  const { bucket: Bucket } = settings;
  await client.send(new CreateBucketCommand({ Bucket }));
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  return {
    settings,
    client,
    async remove() {
      await empty(client, Bucket);
      await client.send(new DeleteBucketCommand({ Bucket }));
      client.destroy();
    },
  };
}

/** Uses SDK commands, so that a fault in the code under test does not affect the clean-up. */
async function empty(client: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket }),
    );
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  }
}
