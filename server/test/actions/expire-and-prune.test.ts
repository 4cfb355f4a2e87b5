/** Expiry and pruning on fakes: expired records are removed with their files, and nothing else. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expireJobs,
  pruneDeliveries,
  pruneErasures,
  pruneIdempotencyKeys,
} from '../../src/actions/expire-and-prune.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { jobPrefix, outputKey, sourceKey } from '../../src/domain/job.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { admit, claimed, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { sampleWebhook } from '../contracts/webhook-samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let accountId: string;
let failed: string[];

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  accountId = (await newAccount(store)).id;
  failed = [];
});

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
/** Ten years ahead: no step may use this clock to decide what has expired. */
const wrongClock: Clock = { now: () => inHours(10 * 365 * 24) };
const ports = () => ({ store, blobs, clock: wrongClock, eventsKeptMs: 1_000, erasuresKeptMs: 86_400_000 });
const expire = (signal?: AbortSignal) => expireJobs(ports(), (id) => void failed.push(id))(signal);
const stored = async () => (await Array.fromAsync(blobs.list('accounts/'))).length;

/** A failed job with two files. */
async function expiring(expiresAt: Date): Promise<string> {
  const job = sampleJob(accountId, { expiresAt });
  const claim = await claimed(store, job);
  for (const key of [sourceKey(job), outputKey(job, claim, 'json')]) {
    await blobs.put(key, Buffer.from('x'), { contentType: 'text/plain' });
  }
  await store.jobs.fail(claim, 'damaged', noon);
  return claim.id;
}

describe('expireJobs', () => {
  it('keeps a job until it expires, regardless of the local clock', async () => {
    const id = await expiring(inHours(1));
    expect(await expire()).toBe(0);
    expect(await store.jobs.find(accountId, id)).not.toBeNull();
    expect(await stored()).toBe(2);
  });

  it('removes a job and its files after it expired', async () => {
    const id = await expiring(inHours(-1));
    expect(await expire()).toBe(1);
    expect(await stored()).toBe(0);
    expect(await store.jobs.beginDelete(accountId, id, noon)).toBe(false);
    expect(await expire()).toBe(0);
  });

  it('records the erasure of an expired job, unless none is kept', async () => {
    const recorded = await expiring(inHours(-1));
    await expire();
    expect(await store.erasures.find(accountId, recorded)).toMatchObject({ reason: 'expired' });
    const unrecorded = await expiring(inHours(-1));
    await expireJobs({ ...ports(), erasuresKeptMs: 0 }, () => {})();
    expect(await store.jobs.beginDelete(accountId, unrecorded, noon)).toBe(false);
    expect(await store.erasures.find(accountId, unrecorded)).toBeNull();
  });

  it('soft-deletes a job whose files cannot be removed, leaves the files to the next round, and continues with the rest', async () => {
    const bad = await expiring(inHours(-2));
    await expiring(inHours(-1));
    const { deletePrefix } = blobs;
    blobs.deletePrefix = async (prefix) => {
      if (prefix === jobPrefix({ id: bad, accountId })) throw unavailable('storage', new Error('denied'));
      return deletePrefix(prefix);
    };
    expect(await expire()).toBe(1);
    expect(failed).toEqual([bad]);
    expect(await store.jobs.find(accountId, bad)).toBeNull();
    expect(await store.jobs.unfinishedDeletes(0, 10, [])).toEqual([{ id: bad, accountId }]);
  });

  it('stops between two jobs when it is aborted', async () => {
    await expiring(inHours(-1));
    await expiring(inHours(-1));
    const stopping = new AbortController();
    const { deletePrefix } = blobs;
    blobs.deletePrefix = (prefix) => {
      stopping.abort();
      return deletePrefix(prefix);
    };
    expect(await expire(stopping.signal)).toBe(1);
    expect(await stored()).toBe(2);
  });
});

describe('pruning', () => {
  it('removes idempotency keys some time after they expired', async () => {
    const submit = (key: string, createdAt: Date) =>
      admit(store, sampleJob(accountId, { idempotency: { key, fingerprint: Buffer.alloc(32) }, createdAt }));
    await submit('recent', inHours(-24.5));
    expect(await pruneIdempotencyKeys(ports())()).toBe(0);
    await submit('old', inHours(-25.1));
    expect(await pruneIdempotencyKeys(ports())()).toBe(1);
  });

  it('removes erasures after the time that the operator set', async () => {
    const id = await expiring(inHours(-1));
    await expire();
    expect(await pruneErasures(ports())()).toBe(0);
    expect(await store.erasures.find(accountId, id)).not.toBeNull();
    expect(await pruneErasures({ ...ports(), erasuresKeptMs: -1_000 })()).toBe(1);
    expect(await store.erasures.find(accountId, id)).toBeNull();
  });

  it('removes webhook deliveries thirty days after they ended', async () => {
    const delivered = async (endedAt: Date) => {
      const webhook = sampleWebhook(accountId, { id: randomUUID() });
      await store.webhooks.create(webhook, 10);
      await store.webhooks.addTest(accountId, webhook.id, randomUUID(), noon);
      const due = { limit: 1, perEndpoint: 1, busy: new Map(), leaseMs: 1_000 };
      const [claim] = await store.webhooks.claimDue(due);
      if (!claim) throw new Error('expected a due delivery');
      const result = { statusCode: 204, fault: null, redirects: 0, durationMs: 1 };
      await store.webhooks.record(claim, result, { kind: 'delivered' }, endedAt);
    };
    await delivered(inHours(-29 * 24));
    expect(await pruneDeliveries(ports())()).toBe(0);
    await delivered(inHours(-31 * 24));
    expect(await pruneDeliveries(ports())()).toBe(1);
  });
});
