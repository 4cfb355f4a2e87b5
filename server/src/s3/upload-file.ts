/** Uploads a file of known size and hash in one request: the storage verifies the hash. */
import { stat } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { BodyHashError, BodyLengthError, type MeasuredFile, type PutFileOptions } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
import { isOtherContent, sendRange } from './file-body.ts';
import { storageError } from './storage-error.ts';

const answerWithinMs = 60_000;
/** A slower storage counts as failed. */
const bytesPerMsMin = 1_000;

export async function uploadFile(
  { client, bucket }: Storage,
  key: string,
  file: MeasuredFile,
  { contentType, signal }: PutFileOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const { size } = await stat(file.path);
  if (size !== file.bytes) throw new BodyLengthError(file.bytes, size);
  const stop = new AbortController();
  const abortSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const requestTimeout = answerWithinMs + file.bytes / bytesPerMsMin;
  try {
    const target = { Bucket: bucket, Key: key, ContentType: contentType };
    const command = new PutObjectCommand({ ...target, ContentLength: file.bytes });
    sendRange(command, { ...file, start: 0 }, stop);
    await client.send(command, { abortSignal, requestTimeout });
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (isOtherContent(error)) throw new BodyHashError(file.sha256);
    throw storageError(error, signal);
  }
}
