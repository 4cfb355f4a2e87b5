/** Size and type of an object, without its content. */
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { BlobInfo } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
import { isMissing, storageError } from './storage-error.ts';

export const unknownType = 'application/octet-stream';

export async function headObject(storage: Storage, key: string): Promise<BlobInfo | null> {
  try {
    const answer = await storage.client.send(new HeadObjectCommand({ Bucket: storage.bucket, Key: key }));
    return { bytes: answer.ContentLength ?? 0, contentType: answer.ContentType ?? unknownType };
  } catch (error) {
    if (isMissing(error)) return null;
    throw storageError(error);
  }
}
