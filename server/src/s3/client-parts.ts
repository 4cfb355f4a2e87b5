/** Uploads whose parts clients send to signed URLs: the storage's side of a direct upload. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from '@aws-sdk/client-s3';
import type { PartsRef, StoredPart } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
import { headObject } from './head-object.ts';
import { isMissing, storageError } from './storage-error.ts';

const targetOf = ({ bucket }: Storage, { key, uploadId }: PartsRef) => ({
  Bucket: bucket,
  Key: key,
  UploadId: uploadId,
});

export async function beginParts(storage: Storage, key: string, contentType: string): Promise<string> {
  const command = new CreateMultipartUploadCommand({
    Bucket: storage.bucket,
    Key: key,
    ContentType: contentType,
  });
  try {
    const { UploadId } = await storage.client.send(command);
    if (UploadId === undefined) throw new TypeError('the storage began an upload without an id');
    return UploadId;
  } catch (error) {
    throw storageError(error);
  }
}

export async function storedParts(storage: Storage, target: PartsRef): Promise<readonly StoredPart[] | null> {
  const found: StoredPart[] = [];
  let page: ListPartsCommandOutput | undefined;
  try {
    do {
      // Not the paginator of the SDK, which does not end on Ceph: the last page has a marker too.
      const PartNumberMarker = page?.NextPartNumberMarker;
      page = await storage.client.send(
        new ListPartsCommand({ ...targetOf(storage, target), PartNumberMarker }),
      );
      for (const { PartNumber: number = 0, Size: bytes = 0, ETag: tag = '' } of page.Parts ?? [])
        found.push({ number, bytes, tag });
    } while (page.IsTruncated);
    return found;
  } catch (error) {
    if (isMissing(error)) return null;
    throw storageError(error);
  }
}

/** While one request completes an upload, Ceph answers others with 500. The retries of the SDK end after about 0.3 s. */
const otherRequestMs = 5_000;
const otherRequestIntervalMs = 200;

async function isCompletedByAnother(storage: Storage, key: string): Promise<boolean> {
  const deadline = performance.now() + otherRequestMs;
  while (performance.now() < deadline) {
    if ((await headObject(storage, key)) !== null) return true;
    await sleep(otherRequestIntervalMs);
  }
  return false;
}

/** Returns as well if another request has completed it, or does so meanwhile. */
export async function completeParts(
  storage: Storage,
  target: PartsRef,
  parts: readonly StoredPart[],
): Promise<void> {
  const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
  const command = new CompleteMultipartUploadCommand({
    ...targetOf(storage, target),
    MultipartUpload: { Parts },
  });
  try {
    await storage.client.send(command);
  } catch (error) {
    if (isMissing(error)) return;
    const isCompleted = await isCompletedByAnother(storage, target.key).catch(() => false);
    if (!isCompleted) throw storageError(error);
  }
}
