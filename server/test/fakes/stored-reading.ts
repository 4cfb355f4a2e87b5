/** A done job with a reading index in storage, made from blocks as the writer process makes it. */
import { zstdCompressSync } from 'node:zlib';
import type { DocumentStream } from '@octavo/document/model/document.ts';
import { writeIndex } from '@octavo/document/reading/write-index.ts';
import { type Job, readingKey } from '../../src/domain/job.ts';
import type { EngineWarning } from '../../src/ports/engine.ts';
import type { Store } from '../../src/ports/store.ts';
import { claimed, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { sha256Of } from './fake-writer.ts';
import type { MemoryBlobs } from './memory-blobs.ts';

export async function jobWithReading(
  store: Store,
  blobs: Pick<MemoryBlobs, 'put'>,
  accountId: string,
  document: DocumentStream,
  warnings: readonly EngineWarning[] = [],
): Promise<Job> {
  const newJob = sampleJob(accountId);
  const claim = await claimed(store, newJob);
  const index = writeIndex(document, { includeHeaderFooter: false }, (raw) => zstdCompressSync(raw));
  const file = Buffer.concat([...index]);
  const key = readingKey(newJob, claim);
  const reading = { key, bytes: file.length, sha256: sha256Of(file) };
  await blobs.put(key, file, { contentType: 'application/octet-stream' });
  const outputs = [sampleOutput(newJob, claim)];
  await store.jobs.complete(claim, { pageCount: 3, warnings, outputs, reading }, noon);
  const job = await store.jobs.find(accountId, newJob.id);
  if (!job) throw new Error('expected a job');
  return job;
}
