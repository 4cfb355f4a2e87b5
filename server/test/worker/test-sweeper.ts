/** A sweeper on fakes, in fake time. */
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { systemClock } from '../../src/ports/clock.ts';
import { type Sweeper, startSweeper } from '../../src/worker/sweeper.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, claimed, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { type RecordingLog, recordingLog } from '../fakes/recording-log.ts';

export type TestSweeper = {
  readonly store: MemoryStore;
  readonly blobs: MemoryBlobs;
  readonly registry: Registry;
  readonly log: RecordingLog;
  readonly accountId: string;
  /** The steps that another worker is elected for. */
  readonly electedElsewhere: Set<string>;
  /** The steps that this worker stands for. */
  readonly candidates: Set<string>;
  /** `skewMs` is the difference between the local clock and the clock of the database. */
  start(skewMs?: number | null): void;
  stop(): Promise<void>;
  /** Stops the sweeper and restores mocks and timers. */
  end(): Promise<void>;
};

export async function testSweeper(): Promise<TestSweeper> {
  const store = memoryStore();
  const blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  const registry = new Registry();
  const log = recordingLog();
  const { id: accountId } = await newAccount(store);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let sweeper: Sweeper | undefined;
  const electedElsewhere = new Set<string>();
  const candidates = new Set<string>();
  const election = {
    stand: (step: string) => void candidates.add(step),
    withdraw: (step: string) => void candidates.delete(step),
    isElected: (step: string) => candidates.has(step) && !electedElsewhere.has(step),
  };
  const stop = async () => sweeper?.stop();
  return {
    store,
    blobs,
    registry,
    log,
    accountId,
    electedElsewhere,
    candidates,
    start: (skewMs = 0) => {
      const metrics = workerMetrics(registry);
      const clocks = { clock: systemClock, clockSkewMs: () => skewMs };
      const kept = { eventsKeptMs: 86_400_000, erasuresKeptMs: 86_400_000 };
      sweeper = startSweeper({ store, blobs, ...clocks, ...kept, metrics, log, election });
    },
    stop,
    end: async () => {
      vi.restoreAllMocks();
      vi.useRealTimers();
      await stop();
    },
  };
}

/** A job that ended and whose retention period is over. */
export async function expiredJob({ store, accountId }: TestSweeper): Promise<string> {
  const claim = await claimed(store, sampleJob(accountId, { expiresAt: new Date(Date.now() - 1_000) }));
  await store.jobs.fail(claim, 'damaged', noon);
  return claim.id;
}

/** A job whose lease has expired. */
export async function expiredLease({ store, accountId }: TestSweeper): Promise<string> {
  const id = await admitted(store, sampleJob(accountId));
  await store.jobs.claim(id, 0);
  return id;
}
