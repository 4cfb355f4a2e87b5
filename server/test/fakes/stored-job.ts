/** A done job with markdown and a document, both in storage. */
import type { Job } from '../../src/domain/job.ts';
import type { Store } from '../../src/ports/store.ts';
import { claimed, noon, sampleDocument, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { sha256Of } from './fake-writer.ts';
import type { MemoryBlobs } from './memory-blobs.ts';

export const documentText = 'the document';

export async function storedJob(store: Store, blobs: MemoryBlobs, accountId: string): Promise<Job> {
  const newJob = sampleJob(accountId);
  const claim = await claimed(store, newJob);
  const text = Buffer.from(documentText);
  const markdown = { ...sampleOutput(newJob, claim), bytes: text.length, sha256: sha256Of(text) };
  const { key } = sampleDocument(newJob, claim);
  const document = { key, bytes: text.length, sha256: sha256Of(text) };
  await blobs.put(markdown.objectKey, text, { contentType: 'text/markdown' });
  await blobs.put(key, text, { contentType: 'application/gzip' });
  await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs: [markdown], document }, noon);
  const job = await store.jobs.find(accountId, newJob.id);
  if (!job) throw new Error('expected a job');
  return job;
}
