/** The runner on fakes: when it fetches which tasks, and that none is left behind. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sourceKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { ConvertOutcome, ConvertRequest } from '../../src/ports/engine.ts';
import type { Task } from '../../src/ports/tasks.ts';
import { type Runner, startRunner } from '../../src/worker/runner.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, newAccount, sampleJob } from '../contracts/samples.ts';
import { converted, failed, recognize, untilAborted } from '../fakes/conversions.ts';
import { fakeDocumentWriter } from '../fakes/fake-document-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { recordingLog } from '../fakes/recording-log.ts';
import { recordingTracer } from '../fakes/recording-tracer.ts';

/** A gate that blocks callers until it is opened. */
function gate() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const releaseWaiting = () => {
    for (const go of waiting.splice(0)) go();
  };
  return {
    pass: () => (isOpen ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    /** Releases the current callers, but not later ones. */
    releaseWaiting,
    open: () => {
      isOpen = true;
      releaseWaiting();
    },
    get waiting() {
      return waiting.length;
    },
  };
}

let store: ReturnType<typeof memoryStore>;
let registry: Registry;
let blobs: MemoryBlobs;
let queue: Task[];
let wake: () => void;
let convert: (request: ConvertRequest) => Promise<ConvertOutcome>;
let putFile: MemoryBlobs['putFile'];
/** Delays each fetch. */
let fetched: () => Promise<void>;
const started: Runner[] = [];

beforeEach(async () => {
  store = memoryStore();
  registry = new Registry();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  queue = [];
  fetched = async () => {};
  convert = converted;
  putFile = (...args) => blobs.putFile(...args);
});

/** Each job stores one output, its document and its reading index. */
const filesPerJob = 3;

afterEach(async () => {
  await Promise.all(started.splice(0).map((runner) => runner.stop(0)));
});

async function enqueue(
  count: number,
  fileName = 'report.pdf',
): Promise<{ accountId: string; ids: string[] }> {
  const { id: accountId } = await newAccount(store);
  const ids: string[] = [];
  for (let created = 0; created < count; created += 1) {
    const job = sampleJob(accountId, { source: { fileName, bytes: 5, sha256: 'ab'.repeat(32) } });
    await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
    ids.push(await admitted(store, job));
  }
  queue.push(...ids.map((jobId) => ({ jobId, accountId, claim: null })));
  return { accountId, ids };
}

/** Disables polling, which would hide a missed notification a second later. */
function start(slots: number): Runner {
  const timers = vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as unknown as NodeJS.Timeout);
  const runner = startRunner({
    store,
    blobs: { ...blobs, putFile: (...args) => putFile(...args) },
    writer: fakeDocumentWriter,
    engine: { convert: (request) => convert(request), recognize },
    clock: systemClock,
    workDir: mkdtempSync(join(tmpdir(), 'octavo-runner-')),
    sealingKeys: [Buffer.alloc(32, 7)],
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    ocrPagesMax: 1_000,
    toolchain: 'ab'.repeat(32),
    tasks: {
      take: async (count, _leaseMs, except = []) => {
        await fetched();
        const chosen = queue.filter(({ accountId }) => !except.includes(accountId ?? '')).slice(0, count);
        queue = queue.filter((task) => !chosen.includes(task));
        return chosen;
      },
      keepAlive: async () => {},
      complete: async () => {},
    },
    leaseMs: 30_000,
    log: recordingLog(),
    tracer: recordingTracer(),
    metrics: workerMetrics(registry),
    slots,
    signals: {
      onTask: (listen) => {
        wake = listen;
      },
      onDelivery: () => {},
      onDeletion: () => {},
    },
  });
  timers.mockRestore();
  started.push(runner);
  return runner;
}

const statusesOf = async (accountId: string) =>
  (await store.jobs.list(accountId, { number: 1, size: 100 })).items.map(({ status }) => status);

const soon = { timeout: 20_000, interval: 5 };

describe('the runner', { timeout: 30_000 }, () => {
  it('takes no more tasks than it has slots', async () => {
    const converting = gate();
    convert = async (request) => {
      await converting.pass();
      return converted(request);
    };
    await enqueue(5);
    start(2);
    await vi.waitFor(() => expect(converting.waiting).toBe(2), soon);
    wake();
    await sleep(50);
    expect(converting.waiting).toBe(2);
    expect(queue).toHaveLength(3);
    converting.open();
  });

  it('starts the next conversion while the outputs of the last one are being stored', async () => {
    const storing = gate();
    let conversions = 0;
    convert = (request) => {
      conversions += 1;
      return converted(request);
    };
    putFile = async (...args) => {
      await storing.pass();
      return blobs.putFile(...args);
    };
    const { accountId } = await enqueue(2);
    start(1);
    await vi.waitFor(() => expect(storing.waiting).toBe(2 * filesPerJob), soon);
    expect(conversions).toBe(2);
    expect(await statusesOf(accountId)).toEqual(['processing', 'processing']);
    const busy = await registry.getSingleMetric('octavo_slots_busy')?.get();
    expect(busy?.values).toMatchObject([{ value: 0 }]);
    storing.open();
    await vi.waitFor(async () => expect(await statusesOf(accountId)).toEqual(['done', 'done']), soon);
  });

  it('limits unsaved outputs to the number of slots, so that stalled storage stops the worker', async () => {
    const storing = gate();
    putFile = async (...args) => {
      await storing.pass();
      return blobs.putFile(...args);
    };
    await enqueue(6);
    start(2);
    await vi.waitFor(() => expect(storing.waiting).toBe(4 * filesPerJob), soon);
    wake();
    await sleep(50);
    expect(storing.waiting).toBe(4 * filesPerJob);
    expect(queue).toHaveLength(2);
    storing.open();
  });

  it('keeps the slot of a failed conversion until the attempt has ended', async () => {
    const failing: string[] = [];
    convert = async ({ fileName }) => {
      failing.push(fileName);
      return failed({ class: 'disk', retryable: true, message: 'The disk is full.' });
    };
    await enqueue(3);
    start(1);
    await vi.waitFor(() => expect(failing).toHaveLength(1), soon);
    await sleep(100);
    expect(failing).toHaveLength(1);
    expect(queue).toHaveLength(2);
  });

  it('uses a slot that became free during a fetch', async () => {
    const converting = gate();
    const fetching = gate();
    convert = async (request) => {
      await converting.pass();
      return converted(request);
    };
    const { accountId } = await enqueue(2);
    start(2);
    await vi.waitFor(() => expect(converting.waiting).toBe(2), soon);
    fetched = () => fetching.pass();
    wake();
    converting.releaseWaiting();
    await vi.waitFor(async () => expect(await statusesOf(accountId)).toEqual(['done', 'done']), soon);
    await vi.waitFor(() => expect(fetching.waiting).toBe(1), soon);
    await enqueue(2);
    fetched = async () => {};
    fetching.open();
    await vi.waitFor(() => expect(converting.waiting).toBe(2), soon);
    converting.open();
  });

  it('restarts a job it just requeued as soon as its attempt has ended', async () => {
    const failing = gate();
    let attempts = 0;
    convert = async (request) => {
      attempts += 1;
      if (attempts > 1) return converted(request);
      await failing.pass();
      return failed({ class: 'crash', retryable: true, message: 'It died.' });
    };
    const { accountId, ids } = await enqueue(1);
    start(2);
    await vi.waitFor(() => expect(failing.waiting).toBe(1), soon);
    const { handBack } = store.jobs;
    store.jobs.handBack = async (...args) => {
      const back = await handBack(...args);
      // The new task is queued before the attempt has ended, and a slot is free for it.
      queue.push({ jobId: ids[0] ?? '', accountId, claim: null });
      wake();
      return back;
    };
    failing.open();
    await vi.waitFor(async () => expect(await statusesOf(accountId)).toEqual(['done']), soon);
    expect(attempts).toBe(2);
  });

  it('gives the last slot to another account if one is waiting, else to the same account', async () => {
    const converting = gate();
    const seen: string[] = [];
    convert = async (request) => {
      seen.push(request.fileName);
      await converting.pass();
      return converted(request);
    };
    const first = await enqueue(3, 'first.pdf');
    const second = await enqueue(1, 'second.pdf');
    start(2);
    await vi.waitFor(() => expect(converting.waiting).toBe(2), soon);
    expect(seen.toSorted()).toEqual(['first.pdf', 'second.pdf']);
    converting.releaseWaiting();
    await vi.waitFor(async () => expect(await statusesOf(second.accountId)).toEqual(['done']), soon);
    await vi.waitFor(() => expect(converting.waiting).toBe(2), soon);
    expect(seen).toEqual(expect.arrayContaining(['first.pdf', 'first.pdf', 'first.pdf']));
    converting.open();
    await vi.waitFor(async () => {
      expect(await statusesOf(first.accountId)).toEqual(['done', 'done', 'done']);
    }, soon);
  });

  it('cancels tasks fetched after an immediate stop', async () => {
    const fetching = gate();
    fetched = () => fetching.pass();
    convert = untilAborted;
    const { accountId } = await enqueue(1);
    const runner = start(1);
    await vi.waitFor(() => expect(fetching.waiting).toBe(1), soon);
    const stopped = runner.stop(0);
    await sleep(20);
    fetching.open();
    await stopped;
    expect(await statusesOf(accountId)).toEqual(['pending']);
  });

  it('requeues tasks fetched during the stop', async () => {
    const { accountId } = await enqueue(1);
    const runner = start(1);
    convert = untilAborted;
    await runner.stop(50);
    expect(await statusesOf(accountId)).toEqual(['pending']);
    expect(queue).toEqual([]);
  });
});
