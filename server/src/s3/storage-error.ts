/** Turns what the S3 client throws into what the ports promise; its words stay in the cause, for the log. */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { OctavoError, unavailable } from '../domain/errors.ts';

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The object is not there. A missing bucket answers 404 as well, and is a fault of the deployment instead. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

export const isPastTheEnd = (error: unknown) => statusOf(error) === 416;

export function isNotImplemented(error: unknown): boolean {
  return statusOf(error) === 501 || (error instanceof Error && error.name === 'NotImplemented');
}

/** The caller's own reason when the caller gave up; otherwise the storage did not do its work. */
export function storageError(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  return error instanceof OctavoError ? error : unavailable('storage', error);
}
