/** The periodic steps on fakes: each in its own loop, and none uses a wrong local clock. */
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outputKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { type Sweeper, startSweeper } from '../../src/worker/sweeper.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, claimed, newAccount, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let registry: Registry;
let sweeper: Sweeper;
let warnings: Readonly<Record<string, unknown>>[];
let errors: Readonly<Record<string, unknown>>[];
let accountId: string;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  registry = new Registry();
  warnings = [];
  errors = [];
  accountId = (await newAccount(store)).id;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await sweeper.stop();
});

function start(skewMs: number | null = 0): void {
  sweeper = startSweeper({
    store,
    blobs,
    clock: systemClock,
    eventsKeptMs: 86_400_000,
    metrics: workerMetrics(registry),
    clockSkewMs: () => skewMs,
    log: {
      info: () => {},
      warn: (fields) => void warnings.push(fields),
      error: (fields) => void errors.push(fields),
    },
  });
}

const rounds = (count: number) => vi.advanceTimersByTimeAsync(count * 2_500);
const failures = async (step: string) => {
  const { values = [] } = (await registry.getSingleMetric('octavo_sweep_failures_total')?.get()) ?? {};
  return values.find(({ labels }) => labels['step'] === step)?.value ?? 0;
};
const gauge = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value;

async function expiredJob(): Promise<string> {
  const claim = await claimed(store, sampleJob(accountId, { expiresAt: new Date(Date.now() - 1_000) }));
  await store.jobs.fail(claim, 'damaged', noon);
  return claim.id;
}

describe('the sweeper', () => {
  it('runs every step repeatedly', async () => {
    const expiredLease = await admitted(store, sampleJob(accountId));
    await store.jobs.claim(expiredLease, 0);
    const expired = await expiredJob();
    start();
    await rounds(1);
    expect(await store.jobs.find(accountId, expiredLease)).toMatchObject({ status: 'pending' });
    expect(await store.jobs.find(accountId, expired)).toBeNull();
    const second = await expiredJob();
    await rounds(1);
    expect(await store.jobs.find(accountId, second)).toBeNull();
  });

  it('continues with the other steps while one fails or never ends', async () => {
    store.jobs.expiredLeases = async () => {
      throw new Error('canceling statement due to statement timeout');
    };
    store.jobs.unfinishedDeletes = () => new Promise(() => {});
    const expired = await expiredJob();
    start();
    await rounds(3);
    expect(await store.jobs.find(accountId, expired)).toBeNull();
    expect(await failures('reclaimed')).toBeGreaterThanOrEqual(2);
    expect(warnings.map(({ step }) => step)).toContain('reclaimed');
    store.jobs.unfinishedDeletes = async () => [];
    sweeper = { stop: async () => {} };
  });

  it.each([61_000, -61_000, null])(
    'removes nothing by age while its clock is off by %s ms',
    async (skewMs) => {
      const expired = await expiredJob();
      const expiredLease = await admitted(store, sampleJob(accountId));
      await store.jobs.claim(expiredLease, 0);
      start(skewMs);
      await rounds(2);
      expect(await store.jobs.find(accountId, expired)).not.toBeNull();
      expect(await failures('expired')).toBeGreaterThan(0);
      // Leases are compared by the database clock, and jobs still have to be reclaimed.
      expect(await store.jobs.find(accountId, expiredLease)).toMatchObject({ status: 'pending' });
    },
  );

  it('removes by age with a clock that is a minute off', async () => {
    const expired = await expiredJob();
    start(-60_000);
    await rounds(1);
    expect(await store.jobs.find(accountId, expired)).toBeNull();
  });

  it('counts missing outputs, logs their jobs, and resets the count', async () => {
    const job = sampleJob(accountId);
    const claim = await claimed(store, job);
    const output = { ...sampleOutput(job, claim), bytes: 1 };
    await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs: [output] }, noon);
    start();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await gauge('octavo_outputs_missing')).toBe(1);
    expect(errors).toContainEqual({ job_id: job.id, format: 'markdown' });
    await blobs.put(outputKey(job, claim, 'markdown'), Buffer.from('x'), { contentType: 'text/markdown' });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await gauge('octavo_outputs_missing')).toBe(0);
    expect(await gauge('octavo_outputs_checked_total')).toBeGreaterThanOrEqual(2);
  });
});
