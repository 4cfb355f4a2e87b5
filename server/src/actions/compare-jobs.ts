/** Compares the documents of two done jobs in a writer process. Nothing is stored or charged. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Caller } from '../domain/caller.ts';
import { OctavoError, unavailable } from '../domain/errors.ts';
import type { Job, StoredDocument } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { CompareOutcome, CompareRequest, DocumentWriter } from '../ports/document-writer.ts';
import type { EngineFailure } from '../ports/engine.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { findJob } from './read-jobs.ts';
import { documentNotStored, fetchDocument } from './write-from-document.ts';
import { acquireWriterSlot, clientDisconnected, type WriterSlotPorts } from './writer-slot.ts';

export type CompareJobsPorts = WriterSlotPorts & {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly writer: Pick<DocumentWriter, 'compare'>;
  readonly spoolDir: string;
};

export type Comparison = Pick<CompareRequest, 'scope' | 'format'> & {
  readonly baseJobId: string;
  readonly headJobId: string;
};

/** The body is on disk without a name: the file is gone once it is closed. */
export type ComparisonFile = { readonly bytes: number; readonly body: Readable };

const timeoutMs = 120_000;

type Side = { readonly job: Job; readonly document: StoredDocument };

async function findSide({ store }: CompareJobsPorts, caller: Caller, jobId: string): Promise<Side> {
  const job = await findJob(store, caller, jobId);
  requireDone(job);
  const document = await store.jobs.document(job.accountId, job.id);
  if (!document) throw documentNotStored(`Job ${job.id} has no stored document to compare.`);
  return { job, document };
}

/** Failures that the same documents would cause again. */
const permanent: ReadonlySet<EngineFailure['class']> = new Set(['out_of_memory', 'timeout']);

function comparingFailed(failure: EngineFailure): OctavoError {
  const cause = new Error(failure.detail);
  if (failure.class === 'cancelled') return clientDisconnected();
  if (failure.retryable && !permanent.has(failure.class)) return unavailable('parser', cause);
  return new OctavoError(
    'diff_too_large',
    'The documents are too long to be compared. Convert fewer pages of them, and compare those.',
    { cause },
  );
}

async function readOnce(outcome: CompareOutcome): Promise<ComparisonFile> {
  if (outcome.status === 'failed') throw comparingFailed(outcome.failure);
  const { path, bytes } = outcome.file;
  const file = await open(path, 'r');
  return { bytes, body: file.createReadStream() };
}

/** Throws `job_not_found`, `job_not_done`, `job_failed`, `document_not_stored` or `diff_too_large`. */
export async function compareJobs(
  ports: CompareJobsPorts,
  caller: Caller,
  { baseJobId, headJobId, scope, format }: Comparison,
  signal: AbortSignal,
): Promise<ComparisonFile> {
  const base = await findSide(ports, caller, baseJobId);
  const head = await findSide(ports, caller, headJobId);
  using _slot = await acquireWriterSlot(ports, base.job.accountId, signal);
  const directory = await mkdtemp(join(ports.spoolDir, 'diff-'));
  try {
    const fetchSide = async ({ job, document }: Side, name: string) => {
      const documentPath = join(directory, name);
      await fetchDocument(ports, document, documentPath, signal);
      return { documentPath, jobId: job.id, fileName: job.source.fileName, options: job.options };
    };
    const outcome = await ports.writer.compare({
      base: await fetchSide(base, 'base'),
      head: await fetchSide(head, 'head'),
      ...{ scope, format, timeoutMs, signal },
      outPath: join(directory, 'diff'),
    });
    return await readOnce(outcome);
  } catch (error) {
    if (signal.aborted) throw clientDisconnected();
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
