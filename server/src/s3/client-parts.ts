/** Uploads whose parts clients send to signed URLs: the storage's side of a direct upload. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from '@aws-sdk/client-s3';
import type { PartsRef, StoredPart } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
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
    if (!isMissing(error)) throw storageError(error);
  }
}
