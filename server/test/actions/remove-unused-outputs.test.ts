/** `removeUnusedOutputs` on fakes: only files that no row references are removed, also under concurrent changes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { removeUnusedOutputs } from '../../src/actions/remove-unused-outputs.ts';
import { outputKey, sourceKey } from '../../src/domain/job.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import {
  claimAgain,
  claimed,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let job: NewJob;
let first: Claim;

const put = (key: string) => blobs.put(key, Buffer.from('x'), { contentType: 'text/plain' });
const stored = async () =>
  (await Array.fromAsync(blobs.list('accounts/'))).map(({ key }) => key.replace(/.*\/jobs\/[^/]+\//, ''));
const keyOf = ({ attempt, claimId }: Claim) => `attempt-${attempt}-${claimId}/markdown`;
const finish = (claim: Claim) =>
  store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs: [sampleOutput(job, claim)] }, noon);

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  job = sampleJob((await newAccount(store)).id);
  first = await claimed(store, job);
  await put(sourceKey(job));
  await put(outputKey(job, first, 'markdown'));
});

async function takeOver(): Promise<Claim> {
  await store.jobs.handBack(first, uncounted, noon);
  const second = await claimAgain(store, job.id);
  await put(outputKey(job, second, 'markdown'));
  return second;
}

describe('removeUnusedOutputs', () => {
  it('removes the outputs of earlier claims and keeps those of a done job and its source', async () => {
    const second = await takeOver();
    await finish(second);
    expect(await removeUnusedOutputs({ store, blobs }, job)).toBe(1);
    expect((await stored()).toSorted()).toEqual([keyOf(second), 'source.pdf'].toSorted());
  });

  it('keeps the files of the current claim when another worker cleans up', async () => {
    const second = await takeOver();
    await removeUnusedOutputs({ store, blobs }, job);
    expect(await stored()).toContain(keyOf(second));
    expect(await stored()).not.toContain(keyOf(first));
  });

  it('keeps the files of the claim that completed the job, even if its worker assumes the claim is lost', async () => {
    await finish(first);
    expect(await removeUnusedOutputs({ store, blobs }, job)).toBe(0);
    expect(await stored()).toContain(keyOf(first));
  });

  it('keeps the files of a claim made after the listing', async () => {
    let second: Claim | undefined;
    const { prefixesInUse } = store.jobs;
    store.jobs.prefixesInUse = async (jobId) => {
      const inUse = await prefixesInUse(jobId);
      second = await takeOver();
      return inUse;
    };
    await removeUnusedOutputs({ store, blobs }, job);
    expect(await stored()).toContain(keyOf(second as Claim));
  });

  it('removes files written by a worker after its job was deleted', async () => {
    await store.jobs.beginDelete(job.accountId, job.id, noon);
    await store.jobs.finishDelete(job.id);
    await removeUnusedOutputs({ store, blobs }, job);
    expect(await stored()).toEqual(['source.pdf']);
  });

  it('removes unfinished uploads of earlier claims', async () => {
    const second = await takeOver();
    await finish(second);
    blobs.uploads.set('u1', outputKey(job, first, 'json'));
    await removeUnusedOutputs({ store, blobs }, job);
    expect(blobs.uploads.size).toBe(0);
  });
});
