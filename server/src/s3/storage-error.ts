/** Translates errors of the S3 client; the original error stays in the cause, for the log. */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { OctavoError, unavailable } from '../domain/errors.ts';

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The object does not exist. A missing bucket is a 404 as well, but a deployment error. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

export const isPastTheEnd = (error: unknown) => statusOf(error) === 416;

export function isNotImplemented(error: unknown): boolean {
  return statusOf(error) === 501 || (error instanceof Error && error.name === 'NotImplemented');
}

/** The signal's reason when the caller aborted; otherwise the storage failed. */
export function storageError(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  return error instanceof OctavoError ? error : unavailable('storage', error);
}
