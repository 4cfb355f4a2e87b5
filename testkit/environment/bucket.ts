/** A bucket for one run, read with plain S3 commands; its versions show everything that was ever stored. */
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ProcessEnv } from '../processes/fleet.ts';

export type StoredVersion = {
  readonly key: string;
  readonly versionId: string;
  readonly bytes: number;
  readonly isLatest: boolean;
  readonly isMarker: boolean;
  readonly modifiedAt: Date;
};

export type Bucket = {
  readonly name: string;
  versions(prefix?: string): Promise<StoredVersion[]>;
  /** Keys of multipart uploads that were not completed. */
  unfinished(): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  put(key: string, body: Buffer): Promise<void>;
  removeVersion(key: string, versionId: string): Promise<void>;
  remove(): Promise<void>;
  close(): void;
};

function openClient(services: ProcessEnv): S3Client {
  return new S3Client({
    endpoint: services['OCTAVO_S3_ENDPOINT'] ?? '',
    region: services['OCTAVO_S3_REGION'] ?? '',
    credentials: {
      accessKeyId: services['OCTAVO_S3_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: services['OCTAVO_S3_SECRET_ACCESS_KEY'] ?? '',
    },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

export async function makeBucket(
  services: ProcessEnv,
  name: string,
  { keepsVersions = true } = {},
): Promise<Bucket> {
  const client = openClient(services);
  const Bucket = name;
  await client.send(new CreateBucketCommand({ Bucket }));
  if (keepsVersions) {
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  }
  return bucketOf(client, name);
}

/** A bucket that exists already. */
export const openBucket = (services: ProcessEnv, name: string) => bucketOf(openClient(services), name);

function bucketOf(client: S3Client, name: string): Bucket {
  const Bucket = name;
  return {
    name,
    versions: (prefix = '') => allVersions(client, name, prefix),
    unfinished: async () => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key);
    },
    read: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    removeVersion: async (Key, VersionId) => {
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key, VersionId }] } }));
    },
    remove: async () => {
      await empty(client, name);
      await client.send(new DeleteBucketCommand({ Bucket }));
      client.destroy();
    },
    close: () => client.destroy(),
  };
}

async function allVersions(client: S3Client, Bucket: string, Prefix: string): Promise<StoredVersion[]> {
  const found: StoredVersion[] = [];
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    page = await client.send(
      new ListObjectVersionsCommand({
        Bucket,
        Prefix,
        ...(page?.NextKeyMarker === undefined ? {} : { KeyMarker: page.NextKeyMarker }),
        ...(page?.NextVersionIdMarker === undefined ? {} : { VersionIdMarker: page.NextVersionIdMarker }),
      }),
    );
    const versions = (page.Versions ?? []).map((version) => ({ ...version, isMarker: false }));
    const markers = (page.DeleteMarkers ?? []).map((marker) => ({ ...marker, Size: 0, isMarker: true }));
    for (const { Key, VersionId, Size, IsLatest, LastModified, isMarker } of [...versions, ...markers]) {
      found.push({
        key: Key ?? '',
        versionId: VersionId ?? 'null',
        bytes: Size ?? 0,
        isLatest: IsLatest ?? false,
        isMarker,
        modifiedAt: LastModified ?? new Date(0),
      });
    }
  } while (page.IsTruncated);
  return found;
}

async function empty(client: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    const versions = (await allVersions(client, Bucket, '')).slice(0, 1_000);
    if (versions.length === 0) return;
    const Objects = versions.map(({ key, versionId }) => ({ Key: key, VersionId: versionId }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  }
}
