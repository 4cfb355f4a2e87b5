/**
 * A direct upload: a file that a client sends to the storage itself, in parts, and then submits as a job. A small file
 * has one part.
 */
import type { Plan } from './plan.ts';

export type DirectUpload = {
  readonly id: string;
  readonly accountId: string;
  readonly fileName: string;
  readonly bytes: number;
  /** Every part has this size, except the last. */
  readonly partBytes: number;
  /** As the client announced it. */
  readonly sha256: string | null;
  /** The id by which the storage knows it. */
  readonly storageId: string;
  /** The job that was made of it. */
  readonly jobId: string | null;
  readonly createdAt: Date;
  /** Until when it can be used; of a used one, how long it is known. */
  readonly expiresAt: Date;
};

export type DirectUploadRef = { readonly id: string; readonly accountId: string };

export type FilePart = { readonly number: number; readonly offset: number; readonly bytes: number };

export const directUploadLifeMs = 86_400_000;

const mebibyte = 1_048_576;
const partBytesMin = 8 * mebibyte;
/** Bounds the answers that list them; S3 allows 10,000. */
const partsMax = 200;
/** S3 allows parts of 5 GiB. */
export const directUploadBytesMax = partsMax * 5 * 1_024 * mebibyte;

export function partBytesOf(fileBytes: number): number {
  return Math.max(partBytesMin, Math.ceil(fileBytes / partsMax / mebibyte) * mebibyte);
}

export function partsOf({
  bytes,
  partBytes,
}: Pick<DirectUpload, 'bytes' | 'partBytes'>): readonly FilePart[] {
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => {
    const offset = index * partBytes;
    return { number: index + 1, offset, bytes: Math.min(partBytes, bytes - offset) };
  });
}

/** Enough to prepare the next jobs while others run. Together with the size of a file, it bounds what is stored unused. */
export function openUploadsMax({ activeJobsMax }: Plan): number {
  return 10 * activeJobsMax;
}

/** Everything of the upload is stored under this prefix. */
export function directUploadPrefix({ id, accountId }: DirectUploadRef): string {
  return `accounts/${accountId}/uploads/${id}/`;
}

export function directUploadKey(upload: DirectUploadRef): string {
  return `${directUploadPrefix(upload)}source.pdf`;
}
