/** Writes formats of one job from its stored document, under the prefix of a lease, and commits or removes them. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OctavoError, unavailable } from '../domain/errors.ts';
import type { TextFormat } from '../domain/formats.ts';
import { type Job, type Output, type StoredDocument, writePrefix } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { DocumentWriter } from '../ports/document-writer.ts';
import type { EngineFailure, EngineOutput } from '../ports/engine.ts';
import type { OutputWrite } from '../ports/output-writes.ts';
import type { Store } from '../ports/store.ts';
import { allOrNone } from './convert-source.ts';
import { keepWriteLease } from './keep-write-lease.ts';
import { removeUnusedOutputs } from './remove-unused-outputs.ts';

export type WriteFromDocumentPorts = {
  readonly store: Pick<Store, 'jobs' | 'outputWrites'>;
  readonly blobs: Pick<Blobs, 'get' | 'putFile' | 'folders' | 'deletePrefix'>;
  readonly writer: Pick<DocumentWriter, 'writeFromStored'>;
  readonly spoolDir: string;
  /** Id of the tools that write here, for receipts. */
  readonly toolchain: string;
};

export type DocumentWrite = {
  readonly job: Job;
  readonly write: OutputWrite;
  readonly document: StoredDocument;
  readonly formats: readonly TextFormat[];
  readonly signal: AbortSignal;
};

const timeoutMs = 120_000;

/** Passes the body on, and fails unless it is the one that was stored. */
async function* checked(body: AsyncIterable<Buffer>, { bytes, sha256 }: StoredDocument) {
  const hash = createHash('sha256');
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.length;
    if (seen > bytes) break;
    hash.update(chunk);
    yield chunk;
  }
  if (seen !== bytes || hash.digest('hex') !== sha256) {
    throw unavailable('storage', new Error('a stored document is not the one that was stored'));
  }
}

/** Throws `service_unavailable` if storage does not have what was stored. */
export async function fetchDocument(
  { blobs }: { readonly blobs: Pick<Blobs, 'get'> },
  document: StoredDocument,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await blobs.get(document.key, { signal });
  // The file was lost by the storage, or the job was run again by an operator.
  if (!found) throw unavailable('storage', new Error('the document of a job is not in storage'));
  await pipeline(checked(found.body, document), createWriteStream(path, { mode: 0o600 }), { signal });
}

export const newJobAdvice =
  'Submit a new job with the id of this one in source_job_id and the format in options; its pages are charged.';

export function documentNotStored(why: string, cause?: unknown): OctavoError {
  return new OctavoError('document_not_stored', `${why} ${newJobAdvice}`, { cause });
}

function writingFailed({ retryable, detail }: EngineFailure): OctavoError {
  const cause = new Error(detail);
  return retryable
    ? unavailable('parser', cause)
    : documentNotStored('The format cannot be written from the stored document of this job.', cause);
}

function storeOutputs(
  { blobs, toolchain }: WriteFromDocumentPorts,
  { job, write }: DocumentWrite,
  written: readonly EngineOutput[],
  signal: AbortSignal,
): Promise<readonly Output[]> {
  const store = async (output: EngineOutput, until: AbortSignal) => {
    const { format, bytes, sha256, mediaType } = output;
    const objectKey = `${writePrefix(job, write.id)}${format}`;
    await blobs.putFile(objectKey, output, { contentType: mediaType, signal: until });
    return { format, objectKey, bytes, sha256, toolchain };
  };
  return allOrNone(written, store, signal);
}

async function makeOutputs(
  ports: WriteFromDocumentPorts,
  task: DocumentWrite,
  directory: string,
  signal: AbortSignal,
): Promise<readonly Output[]> {
  const { job, document, formats } = task;
  const documentPath = join(directory, 'document');
  const outDir = join(directory, 'out');
  await mkdir(outDir);
  await fetchDocument(ports, document, documentPath, signal);
  const { options } = job;
  const outcome = await ports.writer.writeFromStored({
    documentPath,
    formats,
    options,
    outDir,
    timeoutMs,
    signal,
  });
  signal.throwIfAborted();
  if (outcome.status === 'failed') throw writingFailed(outcome.failure);
  return storeOutputs(ports, task, outcome.outputs, signal);
}

/** What it cannot remove is left to the sweeper, once the lease has ended. */
async function discard(ports: WriteFromDocumentPorts, { job, write }: DocumentWrite): Promise<void> {
  try {
    await ports.store.outputWrites.abandon(write.id);
    // The commit may have succeeded although its answer was lost: then the objects are in use.
    await removeUnusedOutputs(ports, job, [writePrefix(job, write.id)]);
    await ports.store.outputWrites.end(write.id);
  } catch {}
}

/** Resolves also when the lease was lost: read the job again to see which outputs it has. */
export async function writeFromDocument(ports: WriteFromDocumentPorts, task: DocumentWrite): Promise<void> {
  const { write, signal } = task;
  let isCommitted = false;
  const lease = keepWriteLease(ports.store.outputWrites, write, signal);
  try {
    const directory = await mkdtemp(join(ports.spoolDir, 'outputs-'));
    try {
      const outputs = await makeOutputs(ports, task, directory, lease.signal);
      isCommitted = await ports.store.outputWrites.commit(write, outputs);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  } catch (error) {
    if (!lease.signal.aborted) throw error;
  } finally {
    await lease[Symbol.asyncDispose]();
    if (!isCommitted) await discard(ports, task);
  }
}
