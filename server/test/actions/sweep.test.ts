/** `sweep` on fakes: what died half-way is put in order, what is alive is left alone. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../src/actions/sweep.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { admitted, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { sampleWebhook } from '../contracts/store-webhooks.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let accountId: string;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  accountId = (await newAccount(store)).id;
});

const run = (now = noon) => sweep({ store, blobs, clock: { now: () => now } });
const stored = async () => (await Array.fromAsync(blobs.list('accounts/'))).length;
const putSource = (id: string) =>
  blobs.put(sourceKey({ id, accountId }), Buffer.from('%PDF-'), { contentType: 'application/pdf' });

describe('sweep', () => {
  it('has nothing to do where nothing died', async () => {
    const job = sampleJob(accountId);
    await putSource(job.id);
    await admitted(store, job);
    await store.jobs.claim(job.id, 30_000);
    expect(await run()).toEqual({
      reclaimed: 0,
      requeued: 0,
      deleted: 0,
      uploadsRemoved: 0,
      deliveriesForgotten: 0,
    });
    expect(await stored()).toBe(1);
  });

  it('takes the jobs of silent workers back', async () => {
    const id = await admitted(store, sampleJob(accountId));
    await store.jobs.claim(id, 0);
    expect(await run()).toMatchObject({ reclaimed: 1 });
    expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'pending' });
  });

  it('removes the files of uploads that died, and of no other', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    await putSource(dead);
    await putSource(alive);
    await store.uploads.begin({ id: dead, accountId }, 0);
    await store.uploads.begin({ id: alive, accountId }, 60_000);
    expect(await run()).toMatchObject({ uploadsRemoved: 1 });
    expect(await stored()).toBe(1);
    expect(await run()).toMatchObject({ uploadsRemoved: 0 });
  });

  it('forgets deliveries of webhooks thirty days after they ended', async () => {
    const webhook = sampleWebhook(accountId);
    await store.webhooks.create(webhook, 10);
    await store.webhooks.addTest(accountId, webhook.id, randomUUID(), noon);
    const [claim] = await store.webhooks.claimDue({
      limit: 1,
      perEndpoint: 1,
      busy: new Map(),
      leaseMs: 1_000,
    });
    if (!claim) throw new Error('expected something due');
    const result = { statusCode: 204, fault: null, redirects: 0, durationMs: 1 };
    await store.webhooks.record(claim, result, { kind: 'delivered' }, noon);
    const days = (count: number) => new Date(noon.getTime() + count * 86_400_000);
    expect(await run(days(30))).toMatchObject({ deliveriesForgotten: 0 });
    expect(await run(days(31))).toMatchObject({ deliveriesForgotten: 1 });
  });

  it('finishes deletions that were cut off, once they are old enough', async () => {
    const job = sampleJob(accountId);
    await putSource(job.id);
    await admitted(store, job);
    await store.jobs.beginDelete(accountId, job.id, noon);
    expect(await run()).toMatchObject({ deleted: 0 });
    expect(await run(new Date(noon.getTime() + 60_000))).toMatchObject({ deleted: 1 });
    expect(await stored()).toBe(0);
    expect(await store.jobs.beginDelete(accountId, job.id, noon)).toBe(false);
  });
});
