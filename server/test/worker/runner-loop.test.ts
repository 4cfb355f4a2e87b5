/** The loops of the runner in fake time: polling, renewals, failures of its dependencies, and the stop. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { ConvertOutcome, ConvertRequest } from '../../src/ports/engine.ts';
import type { Task } from '../../src/ports/tasks.ts';
import { idTracer } from '../../src/telemetry/id-tracer.ts';
import { type Runner, startRunner } from '../../src/worker/runner.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, claimAgain, newAccount, sampleJob } from '../contracts/samples.ts';
import { converted, failed, recognize, untilAborted } from '../fakes/conversions.ts';
import { fakeDocumentWriter } from '../fakes/fake-document-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { type RecordingLog, recordingLog } from '../fakes/recording-log.ts';

const leaseMs = 15_000;

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let log: RecordingLog;
let accountId: string;
let queue: Task[];
let wake: () => void;
let notifyDeletion: (jobId: string) => void;
let conversions: ConvertRequest[];
let convert: (request: ConvertRequest) => Promise<ConvertOutcome>;
const tasks = {
  take: vi.fn(async (count: number): Promise<readonly Task[]> => queue.splice(0, count)),
  keepAlive: vi.fn(async (_jobIds: readonly string[]) => {}),
  complete: vi.fn(async (_jobId: string) => {}),
};
const started: Runner[] = [];

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  log = recordingLog();
  accountId = (await newAccount(store)).id;
  queue = [];
  conversions = [];
  convert = converted;
  for (const mock of Object.values(tasks)) mock.mockReset();
  tasks.take.mockImplementation(async (count) => queue.splice(0, count));
  tasks.keepAlive.mockResolvedValue();
  tasks.complete.mockResolvedValue();
  // Polls and renewals happen only when a test lets time pass; file access stays in real time.
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map((runner) => runner.stop(0)));
});

function start(slots: number): Runner {
  const runner = startRunner({
    store,
    blobs,
    writer: fakeDocumentWriter,
    engine: {
      recognize,
      convert: (request) => {
        conversions.push(request);
        return convert(request);
      },
    },
    clock: systemClock,
    workDir: mkdtempSync(join(tmpdir(), 'octavo-runner-loop-')),
    sealingKeys: [Buffer.alloc(32, 7)],
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    ocrPagesMax: 1_000,
    toolchain: 'ab'.repeat(32),
    tasks,
    leaseMs,
    log,
    tracer: idTracer,
    metrics: workerMetrics(new Registry()),
    slots,
    signals: {
      onTask: (listen) => {
        wake = listen;
      },
      onDelivery: () => {},
      onDeletion: (listen) => {
        notifyDeletion = listen;
      },
    },
  });
  started.push(runner);
  return runner;
}

async function enqueue(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let created = 0; created < count; created += 1) {
    const job = sampleJob(accountId);
    await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
    ids.push(await admitted(store, job));
  }
  queue.push(...ids.map((jobId) => ({ jobId, accountId, claim: null })));
  return ids;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Waits without letting the fake time pass. */
async function until(isTrue: () => boolean): Promise<void> {
  const deadline = process.hrtime.bigint() + 20_000_000_000n;
  while (!isTrue()) {
    if (process.hrtime.bigint() > deadline) throw new Error('waited for 20 s');
    await turn();
  }
}
/** Long enough for everything that only waits for its turn in the event loop. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}
const converting = (count: number) => until(() => conversions.length === count);
const endedIds = () =>
  log.lines.filter(({ message }) => message === 'attempt ended').map(({ fields }) => fields['job_id']);

describe('the loops of the runner', { timeout: 30_000 }, () => {
  it('find a task within a second, without a notification', async () => {
    start(1);
    await settle();
    const ids = await enqueue(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => endedIds().length === 1);
    expect(endedIds()).toEqual(ids);
  });

  it('keep the tasks of running attempts alive, three times per lease', async () => {
    convert = untilAborted;
    const ids = await enqueue(3);
    start(4);
    await converting(3);
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(tasks.keepAlive.mock.calls).toEqual([[ids], [ids], [ids]]);
  });

  it('renew nothing while no attempt is running', async () => {
    start(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tasks.keepAlive).not.toHaveBeenCalled();
  });

  it('fetch nothing while every slot is in use', async () => {
    convert = untilAborted;
    await enqueue(2);
    start(1);
    await converting(1);
    await settle();
    const fetches = tasks.take.mock.calls.length;
    wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tasks.take).toHaveBeenCalledTimes(fetches);
    expect(tasks.take).not.toHaveBeenCalledWith(0, expect.anything());
  });

  it('fetch the next task as soon as a failed attempt has ended', async () => {
    convert = async () => failed();
    const ids = await enqueue(3);
    start(1);
    await until(() => endedIds().length === 3);
    expect(endedIds()).toEqual(ids);
  });

  it('use the claims that come with tasks', async () => {
    const claim = vi.spyOn(store.jobs, 'claim');
    const ids = await enqueue(1);
    const claimed = await claimAgain(store, ids[0] ?? '');
    claim.mockClear();
    queue = queue.map((task) => ({ ...task, claim: claimed }));
    start(1);
    await until(() => endedIds().length === 1);
    expect(claim).not.toHaveBeenCalled();
    expect(await store.jobs.find(accountId, ids[0] ?? '')).toMatchObject({ status: 'done', attempts: 1 });
  });

  it('never run two attempts at the same job at a time', async () => {
    const completing = Promise.withResolvers<boolean>();
    const complete = vi.spyOn(store.jobs, 'complete').mockReturnValueOnce(completing.promise);
    const claim = vi.spyOn(store.jobs, 'claim');
    const [jobId = ''] = await enqueue(1);
    start(2);
    await until(() => complete.mock.calls.length === 1);
    queue.push({ jobId, accountId, claim: null });
    wake();
    await until(() => queue.length === 0);
    await settle();
    expect(claim).toHaveBeenCalledTimes(1);
    completing.resolve(true);
    await until(() => claim.mock.calls.length === 2);
  });
});

describe('a dependency of the runner that fails', { timeout: 30_000 }, () => {
  const error = unavailable('database', new Error('no response'));

  it('during a fetch is logged, and the next poll fetches again', async () => {
    tasks.take.mockRejectedValueOnce(error);
    const ids = await enqueue(1);
    start(1);
    await until(() => log.lines.length > 0);
    expect(log.lines).toEqual([
      { level: 'warn', fields: { err: error }, message: 'no tasks could be fetched' },
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => endedIds().length === 1);
    expect(endedIds()).toEqual(ids);
  });

  it('at the end of an attempt is logged, and the slot is used again', async () => {
    const ids = await enqueue(2);
    // The first job was deleted meanwhile.
    vi.spyOn(store.jobs, 'claim').mockResolvedValueOnce(null);
    tasks.complete.mockRejectedValue(error);
    start(1);
    await until(() => endedIds().length === 1);
    expect(endedIds()).toEqual([ids[1]]);
    expect(log.lines).toContainEqual({
      level: 'error',
      fields: { job_id: ids[0], err: error },
      message: 'the result of an attempt could not be recorded',
    });
  });

  it('during a renewal of tasks does not keep the leases from being renewed', async () => {
    convert = untilAborted;
    tasks.keepAlive.mockRejectedValue(error);
    const [jobId = ''] = await enqueue(1);
    start(1);
    await converting(1);
    await vi.advanceTimersByTimeAsync(3 * leaseMs);
    expect(await store.jobs.isHeld(jobId)).toBe(true);
    expect(conversions[0]?.signal?.aborted).toBe(false);
  });

  it('during the check for preemption is logged, and no attempt is aborted', async () => {
    convert = untilAborted;
    store.jobs.othersWait = async () => {
      throw error;
    };
    await enqueue(2);
    start(2);
    await converting(2);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(log.lines[0]).toEqual({
      level: 'warn',
      fields: { err: error },
      message: 'no attempt could be preempted',
    });
    expect(conversions.map(({ signal }) => signal?.aborted)).toEqual([false, false]);
  });
});

describe('a notification of a deletion', { timeout: 30_000 }, () => {
  it('aborts the attempt at that job at once, and no other', async () => {
    convert = untilAborted;
    const [first = ''] = await enqueue(1);
    start(2);
    await converting(1);
    await enqueue(1);
    wake();
    await converting(2);
    notifyDeletion('a job of another worker');
    expect(conversions.map(({ signal }) => signal?.aborted)).toEqual([false, false]);
    notifyDeletion(first);
    expect(conversions.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  });
});

describe('the stop of the runner', { timeout: 30_000 }, () => {
  it('lets running attempts finish, takes no new task and leaves no timer', async () => {
    const finishing = Promise.withResolvers<void>();
    convert = async (request) => {
      await finishing.promise;
      return converted(request);
    };
    const [first = ''] = await enqueue(1);
    const runner = start(2);
    await converting(1);
    const stopped = runner.stop(60_000);
    await enqueue(1);
    wake();
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(await store.jobs.isHeld(first), 'the lease is renewed during the stop').toBe(true);
    finishing.resolve();
    await stopped;
    expect(endedIds()).toEqual([first]);
    expect(queue).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves nothing that keeps the process alive', async () => {
    vi.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const runner = start(1);
    expect(timers()).toBeGreaterThan(before);
    await runner.stop(60_000);
    expect(timers()).toBe(before);
  });
});
