/** Deletes a folder completely: versions, delete markers and unfinished uploads, repeated until nothing is left. */
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type MultipartUpload,
  type ObjectIdentifier,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { requireFolder } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
import { isMissing, isNotImplemented, storageError } from './storage-error.ts';

/** Each pass starts over, because a writer may have added objects; the number of passes is bounded. */
const passesMax = 20;

export async function deletePrefix(storage: Storage, prefix: string): Promise<number> {
  requireFolder(prefix);
  let removed = 0;
  try {
    for (let pass = 0; pass < passesMax; pass += 1) {
      const uploads = await discardUploads(storage, prefix);
      const objects = await deleteObjects(storage, prefix);
      if (uploads + objects === 0) return removed;
      removed += uploads + objects;
    }
    throw new Error(`something still appears under the prefix after ${passesMax} passes`);
  } catch (error) {
    throw storageError(error);
  }
}

async function deleteObjects(storage: Storage, prefix: string): Promise<number> {
  let count = 0;
  for await (const objects of pagesOfVersions(storage, prefix)) {
    if (objects.length === 0) continue;
    const { Errors: failures = [] } = await storage.client.send(
      new DeleteObjectsCommand({ Bucket: storage.bucket, Delete: { Objects: objects, Quiet: true } }),
    );
    if (failures.length > 0) {
      throw new Error(
        `${failures.length} objects were not deleted: ${failures[0]?.Code} ${failures[0]?.Message}`,
      );
    }
    count += objects.length;
  }
  return count;
}

export async function* pagesOfVersions(storage: Storage, prefix: string): AsyncGenerator<ObjectIdentifier[]> {
  const { client, bucket } = storage;
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    try {
      page = await client.send(
        new ListObjectVersionsCommand({
          Bucket: bucket,
          Prefix: prefix,
          KeyMarker: page?.NextKeyMarker,
          VersionIdMarker: page?.NextVersionIdMarker,
        }),
      );
    } catch (error) {
      if (!isNotImplemented(error)) throw error;
      // A server without versioning has only current objects.
      yield* pagesOfObjects(storage, prefix);
      return;
    }
    const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
    yield found.map(({ Key, VersionId }) => ({ Key, VersionId }));
  } while (page.IsTruncated);
}

async function* pagesOfObjects(
  { client, bucket }: Storage,
  prefix: string,
): AsyncGenerator<ObjectIdentifier[]> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    yield (page.Contents ?? []).map(({ Key }) => ({ Key }));
  }
}

async function discardUploads(storage: Storage, prefix: string): Promise<number> {
  const { client, bucket } = storage;
  let count = 0;
  for await (const uploads of pagesOfUploads(storage, prefix)) {
    for (const { Key, UploadId } of uploads) {
      await client
        .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        .catch(ignoreMissing);
      count += 1;
    }
  }
  return count;
}

export async function* pagesOfUploads(
  { client, bucket }: Storage,
  prefix: string,
): AsyncGenerator<MultipartUpload[]> {
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    page = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        Prefix: prefix,
        KeyMarker: page?.NextKeyMarker,
        UploadIdMarker: page?.NextUploadIdMarker,
      }),
    );
    yield page.Uploads ?? [];
  } while (page.IsTruncated);
}

/** Completed or aborted in the meantime. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
