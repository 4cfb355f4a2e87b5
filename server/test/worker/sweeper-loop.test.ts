/** The loop of each periodic step: its interval, its metrics and log lines, its failures, and the stop. */
import type { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import type { MemoryBlobs } from '../fakes/memory-blobs.ts';
import type { MemoryStore } from '../fakes/memory-store.ts';
import type { RecordingLog } from '../fakes/recording-log.ts';
import { metricValue } from '../metric-value.ts';
import { expiredJob, expiredLease, type TestSweeper, testSweeper } from './test-sweeper.ts';

let sweeper: TestSweeper;
let store: MemoryStore;
let blobs: MemoryBlobs;
let registry: Registry;
let log: RecordingLog;
let accountId: string;

beforeEach(async () => {
  sweeper = await testSweeper();
  ({ store, blobs, registry, log, accountId } = sweeper);
});

afterEach(() => sweeper.end());

/** At least one round of every step but the audits. */
const round = () => vi.advanceTimersByTimeAsync(2_500);
const swept = (what: string) => metricValue(registry, 'octavo_swept_total', { what });
const failures = (step: string) => metricValue(registry, 'octavo_sweep_failures_total', { step });
const linesOf = (step: string) => log.lines.filter(({ fields }) => fields['step'] === step);

describe('the records of a step', () => {
  it('are a count of its items and one log line', async () => {
    await expiredLease(sweeper);
    await expiredLease(sweeper);
    sweeper.start();
    await round();
    expect(await swept('reclaimed')).toBe(2);
    expect(linesOf('reclaimed')).toEqual([
      { level: 'info', fields: { step: 'reclaimed', count: 2 }, message: 'swept' },
    ]);
  });

  it('are no log line and no failure when there was nothing to do', async () => {
    sweeper.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log.lines).toEqual([]);
    expect(await metricValue(registry, 'octavo_sweep_failures_total')).toBeUndefined();
    expect(await swept('reclaimed')).toBe(0);
  });

  it('include every kind of old record that is pruned', async () => {
    store.retention.pruneEvents = async () => 3;
    store.retention.pruneIdempotencyKeys = async () => 4;
    store.webhooks.prune = async () => 5;
    vi.spyOn(Math, 'random').mockReturnValue(0);
    sweeper.start();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await swept('events_pruned')).toBe(3);
    expect(await swept('idempotency_keys_pruned')).toBe(4);
    expect(await swept('deliveries_forgotten')).toBe(5);
  });

  it('name the failure of a step, which this worker leaves to others for a while', async () => {
    const error = unavailable('database', new Error('no response'));
    const { expiredLeases: query } = store.jobs;
    store.jobs.expiredLeases = async () => {
      throw error;
    };
    sweeper.start();
    await round();
    expect(await failures('reclaimed')).toBe(linesOf('reclaimed').length);
    expect(linesOf('reclaimed')[0]).toEqual({
      level: 'warn',
      fields: { step: 'reclaimed', err: error },
      message: 'a periodic step failed',
    });
    expect(new Set(log.lines.map(({ fields }) => fields['step']))).toEqual(new Set(['reclaimed']));
    store.jobs.expiredLeases = query;
    await expiredLease(sweeper);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sweeper.candidates).not.toContain('reclaimed');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await swept('reclaimed')).toBe(1);
  });

  it('name a failing item, and the other items of the step are processed', async () => {
    const [bad, good] = [await expiredLease(sweeper), await expiredLease(sweeper)];
    const error = new Error('a corrupt row');
    const { reclaim } = store.jobs;
    store.jobs.reclaim = async (lease, ...rest) => {
      if (lease.id === bad) throw error;
      return reclaim(lease, ...rest);
    };
    sweeper.start();
    await round();
    expect(await failures('reclaimed')).toBe(1);
    expect(log.lines).toContainEqual({
      level: 'warn',
      fields: { step: 'reclaimed', id: bad, err: error },
      message: 'an item of a periodic step failed and is skipped for a while',
    });
    expect(await store.jobs.find(accountId, good)).toMatchObject({ status: 'pending' });
    expect(await swept('reclaimed')).toBe(1);
  });

  it.each([
    [61_000, /is 61 s away/],
    [-3_600_000, /is -3600 s away/],
    [null, /not been compared/],
  ])('say why nothing is removed by age with a clock that is off by %s ms', async (skewMs, reason) => {
    sweeper.start(skewMs);
    await round();
    for (const step of ['expired', 'events_pruned', 'idempotency_keys_pruned', 'deliveries_forgotten']) {
      expect(linesOf(step)[0], step).toMatchObject({
        level: 'warn',
        fields: { err: { message: expect.stringMatching(reason) } },
      });
    }
    expect(linesOf('reclaimed')).toEqual([]);
  });
});

describe('the interval of a step', () => {
  it.each([
    [0, 1_500],
    [0.5, 2_000],
    [1, 2_500],
  ])('varies by a quarter in both directions: random number %d, %d ms', async (random, intervalMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const query = vi.spyOn(store.jobs, 'expiredLeases');
    sweeper.start();
    await vi.advanceTimersByTimeAsync(intervalMs - 1);
    expect(query).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(query).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('is longer for the audits', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const ledger = vi.spyOn(store.stats, 'checkLedger');
    const outputs = vi.spyOn(store.stats, 'storedOutputs');
    sweeper.start();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ledger).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ledger).toHaveBeenCalledTimes(2);
    expect(outputs).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outputs).toHaveBeenCalledTimes(1);
  });
});

describe('the election', () => {
  it('decides whether this worker runs a step; the others are not affected', async () => {
    const id = await expiredLease(sweeper);
    const expired = await expiredJob(sweeper);
    sweeper.electedElsewhere.add('reclaimed');
    sweeper.start();
    await round();
    expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'processing' });
    expect(await store.jobs.find(accountId, expired)).toBeNull();
    sweeper.electedElsewhere.clear();
    await round();
    expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'pending' });
  });

  it('is left to others while a step takes longer than a minute, only for that step', async () => {
    await expiredJob(sweeper);
    const deleting = Promise.withResolvers<number>();
    vi.spyOn(blobs, 'deletePrefix').mockReturnValue(deleting.promise);
    sweeper.start();
    await round();
    expect(sweeper.candidates).toContain('expired');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sweeper.candidates).not.toContain('expired');
    expect(sweeper.candidates).toContain('reclaimed');
    deleting.resolve(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(sweeper.candidates).toContain('expired');
  });

  it('ends with the sweeper', async () => {
    sweeper.start();
    expect(sweeper.candidates.size).toBe(16);
    await sweeper.stop();
    expect(sweeper.candidates.size).toBe(0);
  });
});

describe('the stop', () => {
  it('leaves no timer, so that no step runs after it', async () => {
    const query = vi.spyOn(store.jobs, 'expiredLeases');
    sweeper.start();
    await sweeper.stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(query).not.toHaveBeenCalled();
  });

  it('waits for a running step, which ends after its current item and is not repeated', async () => {
    const ids = [await expiredJob(sweeper), await expiredJob(sweeper)];
    const deleting = Promise.withResolvers<number>();
    const deletePrefix = vi.spyOn(blobs, 'deletePrefix').mockReturnValue(deleting.promise);
    sweeper.start();
    await round();
    expect(deletePrefix).toHaveBeenCalledTimes(1);
    let hasStopped = false;
    const stopped = sweeper.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hasStopped).toBe(false);
    deleting.resolve(0);
    await stopped;
    expect(deletePrefix).toHaveBeenCalledTimes(1);
    const left = await Promise.all(ids.map((id) => store.jobs.find(accountId, id)));
    expect(left.filter((job) => job !== null)).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
