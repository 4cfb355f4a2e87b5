/** Leases and preemption of running attempts, on fakes. */
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  newAttempt,
  preemptForOthers,
  type RunningAttempt,
  renewLease,
  takeTasks,
  watchLease,
} from '../../src/worker/running-attempts.ts';
import { type WorkerMetrics, workerMetrics } from '../../src/worker/worker-metrics.ts';
import { admitted, claimed, newAccount, sampleJob } from '../contracts/samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { type RecordingLog, recordingLog } from '../fakes/recording-log.ts';
import { metricValue } from '../metric-value.ts';

let store: ReturnType<typeof memoryStore>;
let now: number;
let log: RecordingLog;
let registry: Registry;
let metrics: WorkerMetrics;

beforeEach(() => {
  store = memoryStore();
  log = recordingLog();
  registry = new Registry();
  metrics = workerMetrics(registry);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  now = performance.now();
});

afterEach(() => {
  vi.useRealTimers();
});

async function running(accountId: string): Promise<RunningAttempt> {
  const claim = await claimed(store, sampleJob(accountId));
  return Object.assign(newAttempt(accountId), { claim, claimedAtMs: performance.now() });
}

const asMap = (attempts: readonly RunningAttempt[]) =>
  new Map(attempts.map((attempt) => [attempt.claim?.jobId ?? '', attempt]));

describe('a lease', () => {
  it('aborts the attempt when it expires by the monotonic clock, counted from the request', async () => {
    const attempt = newAttempt(null);
    watchLease(attempt, 1_000, now - 400);
    vi.advanceTimersByTime(599);
    expect(attempt.abort.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(attempt.abort.signal.aborted).toBe(true);
  });

  it('is extended by each renewal', async () => {
    const attempt = await running((await newAccount(store)).id);
    watchLease(attempt, 1_000, now);
    for (let renewal = 0; renewal < 5; renewal += 1) {
      vi.advanceTimersByTime(900);
      await renewLease({ store, leaseMs: 1_000 }, attempt);
    }
    expect(attempt.abort.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(attempt.abort.signal.aborted).toBe(true);
  });

  it('aborts the attempt at once when it is lost, and only at its expiry when there is no response', async () => {
    const { id: accountId } = await newAccount(store);
    const lost = await running(accountId);
    await store.jobs.beginDelete(accountId, lost.claim?.jobId ?? '', new Date());
    await renewLease({ store, leaseMs: 1_000 }, lost);
    expect(lost.abort.signal.aborted).toBe(true);
    const unanswered = await running(accountId);
    watchLease(unanswered, 1_000, now);
    store.jobs.renew = async () => {
      throw new Error('unavailable');
    };
    await renewLease({ store, leaseMs: 1_000 }, unanswered);
    expect(unanswered.abort.signal.aborted).toBe(false);
  });

  it('is not renewed before the job is claimed', async () => {
    const renew = vi.spyOn(store.jobs, 'renew');
    const attempt = newAttempt(null);
    await renewLease({ store, leaseMs: 1_000 }, attempt);
    expect(renew).not.toHaveBeenCalled();
    expect(attempt.abort.signal.aborted).toBe(false);
  });

  it('is not watched any more when the attempt ended during the renewal', async () => {
    const attempt = await running((await newAccount(store)).id);
    store.jobs.renew = async () => {
      attempt.claim = null;
      return true;
    };
    await renewLease({ store, leaseMs: 1_000 }, attempt);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('taking tasks', () => {
  const leaseMs = 30_000;
  const take = vi.fn(async (_count: number, _leaseMs: number, _except?: readonly string[]) => [] as const);
  const tasks = { take, keepAlive: async () => {}, complete: async () => {} };

  beforeEach(() => {
    take.mockClear();
  });

  it('asks once when no account has used its share', async () => {
    await takeTasks({ tasks, leaseMs, slots: 3 }, new Map([['job-1', newAttempt('account-1')]]));
    expect(take.mock.calls).toEqual([[1, leaseMs, []]]);
  });

  it('asks again for any account when no other account has a task', async () => {
    await takeTasks({ tasks, leaseMs, slots: 2 }, new Map([['job-1', newAttempt('account-1')]]));
    expect(take.mock.calls).toEqual([
      [1, leaseMs, ['account-1']],
      [1, leaseMs, undefined],
    ]);
  });
});

describe('preemption', () => {
  let accountId: string;
  let attempts: RunningAttempt[];

  beforeEach(async () => {
    accountId = (await newAccount(store)).id;
    attempts = [await running(accountId)];
    vi.advanceTimersByTime(2_000);
    attempts.push(await running(accountId));
  });

  const preempt = (slots = 2, all = attempts) => preemptForOthers({ store, log, metrics, slots }, asMap(all));
  const aborted = () => attempts.map(({ abort }) => abort.signal.aborted);
  const otherWaits = async () =>
    admitted(store, sampleJob((await newAccount(store)).id, { createdAt: new Date() }));

  it('aborts the newest attempt of an account that uses every slot while another account waits', async () => {
    await otherWaits();
    vi.advanceTimersByTime(5_000);
    await preempt();
    expect(aborted()).toEqual([false, true]);
    expect(await metricValue(registry, 'octavo_attempts_preempted_total')).toBe(1);
    expect(log.lines).toEqual([
      {
        level: 'info',
        fields: { job_id: attempts[1]?.claim?.jobId, attempt: 1 },
        message: 'attempt preempted',
      },
    ]);
  });

  it('treats an attempt that has not claimed its job as the oldest', async () => {
    await otherWaits();
    vi.advanceTimersByTime(60_000);
    const [older, newer] = attempts;
    await preempt(3, older && newer ? [older, newAttempt(accountId), newer] : []);
    expect(aborted()).toEqual([false, true]);
  });

  it('aborts nothing while only jobs of the same account wait', async () => {
    await admitted(store, sampleJob(accountId, { createdAt: new Date() }));
    vi.advanceTimersByTime(60_000);
    await preempt();
    expect(aborted()).toEqual([false, false]);
  });

  it('aborts no attempt that may end soon', async () => {
    await otherWaits();
    vi.advanceTimersByTime(4_999);
    await preempt();
    expect(aborted()).toEqual([false, false]);
  });

  it('aborts nothing while a slot is free, another account has one, or there is only one', async () => {
    await otherWaits();
    vi.advanceTimersByTime(60_000);
    await preempt(3);
    await preempt(1, attempts.slice(0, 1));
    const [own] = attempts;
    const other = await running((await newAccount(store)).id);
    vi.advanceTimersByTime(60_000);
    await preempt(2, own ? [own, other] : []);
    expect(aborted()).toEqual([false, false]);
    expect(other.abort.signal.aborted).toBe(false);
  });

  it('aborts no attempt whose conversion ended during the query', async () => {
    await otherWaits();
    vi.advanceTimersByTime(60_000);
    const { othersWait } = store.jobs;
    store.jobs.othersWait = (...args) => {
      for (const attempt of attempts) attempt.isConverted = true;
      return othersWait(...args);
    };
    await preempt();
    expect(aborted()).toEqual([false, false]);
  });
});
