/** Uploads a body of any length in bounded memory, in one request or in parts, and leaves nothing behind on failure. */
import { addAbortSignal, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { PutOptions, StoredBlob } from '../ports/blobs.ts';
import type { Storage } from './client.ts';
import { cutIntoParts, type Part, partBytesFor } from './parts.ts';
import { storageError } from './storage-error.ts';

/** With the part being filled, three parts are in memory: 15 MiB per upload. */
const partsInFlightMax = 2;

type Target = { readonly Bucket: string; readonly Key: string };
type Run = { readonly storage: Storage; readonly target: Target; readonly stop: AbortController };

export async function upload(
  storage: Storage,
  key: string,
  body: Readable | Uint8Array,
  options: PutOptions,
): Promise<StoredBlob> {
  const run: Run = { storage, target: { Bucket: storage.bucket, Key: key }, stop: new AbortController() };
  const { signal } = run.stop;
  const giveUp = () => run.stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', giveUp, { once: true });
  if (options.signal?.aborted) giveUp();
  try {
    const { parts, stored } = cutIntoParts(
      // The stop signal also ends a stalled body.
      body instanceof Readable ? addAbortSignal(signal, body) : [body],
      partBytesFor(options.bytes),
      options,
    );
    await send(run, parts, options.contentType);
    return stored();
  } catch (error) {
    // The first reason is kept; the stop closes a body that is still open.
    run.stop.abort(error);
    throw signal.reason;
  } finally {
    options.signal?.removeEventListener('abort', giveUp);
  }
}

async function send(run: Run, parts: AsyncGenerator<Part>, contentType: string): Promise<void> {
  const { value: first } = await parts.next();
  run.stop.signal.throwIfAborted();
  if (first.isLast) {
    const command = new PutObjectCommand({ ...run.target, Body: first.data, ContentType: contentType });
    await withStorageErrors(run, () => run.storage.client.send(command, { abortSignal: run.stop.signal }));
  } else {
    await sendInParts(run, first, parts, contentType);
  }
}

async function sendInParts(run: Run, first: Part, rest: AsyncGenerator<Part>, contentType: string) {
  // Without the stop signal: an interrupted start may have succeeded and could not be undone.
  const { UploadId } = await withStorageErrors(run, () =>
    run.storage.client.send(new CreateMultipartUploadCommand({ ...run.target, ContentType: contentType })),
  );
  const target = { ...run.target, UploadId };
  const sending = new Set<Promise<void>>();
  const done: { PartNumber: number; ETag: string | undefined }[] = [];
  const begin = async (part: Part) => {
    const sent = sendPart(run, target, part).then((tag) => {
      done.push(tag);
    });
    const tracked = sent.catch((error) => run.stop.abort(error)).finally(() => sending.delete(tracked));
    sending.add(tracked);
    if (sending.size >= partsInFlightMax) await Promise.race(sending);
    run.stop.signal.throwIfAborted();
  };
  try {
    await begin(first);
    for await (const part of rest) await begin(part);
    await Promise.all(sending);
    run.stop.signal.throwIfAborted();
    const Parts = done.sort((left, right) => left.PartNumber - right.PartNumber);
    const command = new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } });
    await withStorageErrors(run, () => run.storage.client.send(command));
  } catch (error) {
    run.stop.abort(error);
    // Parts that arrive after the upload was aborted would stay, so they are awaited.
    await Promise.all(sending);
    await discard(run.storage, target);
    throw error;
  }
}

async function sendPart(run: Run, target: Target & { UploadId: string | undefined }, part: Part) {
  const command = new UploadPartCommand({ ...target, PartNumber: part.number, Body: part.data });
  const { ETag } = await withStorageErrors(run, () =>
    run.storage.client.send(command, { abortSignal: run.stop.signal }),
  );
  return { PartNumber: part.number, ETag };
}

/** The first failure is reported; `deletePrefix` finds what cannot be discarded now. */
async function discard(
  { client }: Storage,
  target: Target & { UploadId: string | undefined },
): Promise<void> {
  await client.send(new AbortMultipartUploadCommand(target)).catch(() => {});
}

async function withStorageErrors<Answer>(run: Run, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    throw storageError(error, run.stop.signal);
  }
}
