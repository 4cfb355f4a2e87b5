/** Uploads a file of known size and hash in one request: the storage verifies the hash. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { BodyHashError, BodyLengthError, type MeasuredFile, type PutFileOptions } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
import { storageError } from './storage-error.ts';

const blockBytes = 262_144;
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
    const command = commandFor({ Bucket: bucket, Key: key, ContentType: contentType }, file, stop);
    await client.send(command, { abortSignal, requestTimeout });
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (isOtherContent(error)) throw new BodyHashError(file.sha256);
    throw storageError(error, signal);
  }
}

type Target = { readonly Bucket: string; readonly Key: string; readonly ContentType: string };

/** The body is added after signing: each attempt opens the file again, so the client can retry. */
function commandFor(target: Target, { path, bytes, sha256 }: MeasuredFile, stop: AbortController) {
  const command = new PutObjectCommand({ ...target, ContentLength: bytes });
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'hashKnownBefore' },
  );
  command.middlewareStack.add(
    (next) => async (args) => {
      const body = createReadStream(path, { highWaterMark: blockBytes });
      body.on('error', (error) => stop.abort(error));
      try {
        (args.request as { body: unknown }).body = body;
        return await next(args);
      } finally {
        body.destroy();
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'bodyOfThisAttempt' },
  );
  return command;
}

function isOtherContent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'XAmzContentSHA256Mismatch';
}
