/** The deliverer on fakes: its limits, what it records of each attempt, its failures, and the stop. */
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import { seal } from '../../src/domain/sealing.ts';
import type { AttemptResult } from '../../src/domain/webhook.ts';
import { newWebhookSecret } from '../../src/domain/webhook-signature.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { WebhookAnswer, WebhookRequest } from '../../src/ports/webhook-sender.ts';
import { type Deliverer, startDeliverer } from '../../src/worker/deliverer.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { newAccount } from '../contracts/samples.ts';
import { sampleWebhook } from '../contracts/webhook-samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { type RecordingLog, recordingLog } from '../fakes/recording-log.ts';
import { metricValue } from '../metric-value.ts';

const sealingKeys = [Buffer.alloc(32, 7)] as const;
const leaseMs = 60_000;
const answer = (result: Partial<AttemptResult> = {}): WebhookAnswer => ({
  result: { statusCode: 204, fault: null, redirects: 0, durationMs: 250, ...result },
  retryAfterMs: null,
});
const interrupted = answer({ statusCode: null, fault: 'interrupted' });

let store: ReturnType<typeof memoryStore>;
let registry: Registry;
let log: RecordingLog;
let wake: () => void;
let sent: WebhookRequest[];
let send: (request: WebhookRequest) => Promise<WebhookAnswer>;
const started: Deliverer[] = [];

beforeEach(() => {
  store = memoryStore();
  registry = new Registry();
  log = recordingLog();
  sent = [];
  send = async () => answer();
});

afterEach(async () => {
  vi.useRealTimers();
  send = async () => answer();
  await Promise.all(started.splice(0).map((deliverer) => deliverer.stop(0)));
});

function start(concurrency = 10): Deliverer {
  const deliverer = startDeliverer({
    store,
    sender: {
      send: (request) => {
        sent.push(request);
        return send(request);
      },
    },
    clock: systemClock,
    sealingKeys,
    backoffMs: [60_000],
    signals: {
      onDelivery: (listen) => {
        wake = listen;
      },
    },
    log,
    metrics: workerMetrics(registry),
    concurrency,
    leaseMs,
  });
  started.push(deliverer);
  return deliverer;
}

async function endpointWith(deliveries: number) {
  const { id: accountId } = await newAccount(store);
  const id = randomUUID();
  const sealedSecret = seal(sealingKeys, newWebhookSecret(), id);
  await store.webhooks.create(sampleWebhook(accountId, { id, sealedSecret }), 10);
  const queue = async (count: number) => {
    for (let queued = 0; queued < count; queued += 1) {
      await store.webhooks.addTest(accountId, id, randomUUID(), new Date());
    }
  };
  await queue(deliveries);
  const page = { number: 1, size: 100 };
  const list = async () =>
    (await store.webhooks.listDeliveries(accountId, id, { state: null, page }))?.items ?? [];
  return { id, queue, list };
}

/** Attempts that end when `release` is called, or when they are interrupted. */
function heldAttempts() {
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
  send = ({ signal }) =>
    Promise.race([
      promise,
      new Promise<WebhookAnswer>((end) => signal.addEventListener('abort', () => end(interrupted))),
    ]);
  return { release: () => resolve(answer()) };
}

const duration = 'octavo_webhook_attempt_duration_seconds';
const soon = { timeout: 10_000, interval: 5 };
/** Long enough for everything that is only waiting for its turn in the event loop. */
const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('an attempt of the deliverer', () => {
  it.each([
    ['delivered', answer(), { status: 204, fault: null, next: 'delivered' }],
    ['status', answer({ statusCode: 500, fault: 'status' }), { status: 500, fault: 'status', next: 'retry' }],
  ])('is measured and logged by its outcome: %s', async (outcome, answered, fields) => {
    send = async () => answered;
    const { id, list } = await endpointWith(1);
    start();
    await vi.waitFor(() => expect(log.lines).toHaveLength(1), soon);
    const [delivery] = await list();
    expect(log.lines[0]).toEqual({
      level: 'info',
      fields: {
        delivery_id: delivery?.id,
        webhook_id: id,
        attempt: 1,
        duration_ms: 250,
        recorded: true,
        ...fields,
      },
      message: 'webhook attempt ended',
    });
    expect(await metricValue(registry, duration, { outcome }, 'count')).toBe(1);
    expect(await metricValue(registry, duration, { outcome }, 'sum')).toBe(0.25);
  });

  it('whose result cannot be recorded is logged, and later deliveries are made', async () => {
    const { id, queue, list } = await endpointWith(1);
    const [delivery] = await list();
    const error = unavailable('database', new Error('no response'));
    const { record } = store.webhooks;
    store.webhooks.record = async () => {
      throw error;
    };
    start();
    await vi.waitFor(() => expect(log.lines).toHaveLength(1), soon);
    expect(log.lines[0]).toEqual({
      level: 'error',
      fields: { delivery_id: delivery?.id, webhook_id: id, attempt: 1, err: error },
      message: 'the result of a webhook attempt could not be recorded',
    });
    store.webhooks.record = record;
    await queue(1);
    wake();
    await vi.waitFor(() => expect(sent).toHaveLength(2), soon);
  });
});

describe('the deliverer', () => {
  it('claims only for its free slots, with the attempts in progress by endpoint', async () => {
    const claimDue = vi.spyOn(store.webhooks, 'claimDue');
    const first = await endpointWith(2);
    const held = heldAttempts();
    start(4);
    await vi.waitFor(() => expect(sent).toHaveLength(2), soon);
    expect(claimDue).toHaveBeenLastCalledWith({ limit: 4, perEndpoint: 4, busy: new Map(), leaseMs });
    const second = await endpointWith(1);
    wake();
    await vi.waitFor(() => expect(sent).toHaveLength(3), soon);
    const busy = new Map([[first.id, 2]]);
    expect(claimDue).toHaveBeenLastCalledWith({ limit: 2, perEndpoint: 4, busy, leaseMs });
    wake();
    await settle();
    expect(claimDue.mock.lastCall?.[0]).toMatchObject({ limit: 1, busy: busy.set(second.id, 1) });
    held.release();
  });

  it('claims nothing while all its slots are in use, and the rest as soon as one is free', async () => {
    const claimDue = vi.spyOn(store.webhooks, 'claimDue');
    const { queue, list } = await endpointWith(2);
    const held = heldAttempts();
    start(2);
    await vi.waitFor(() => expect(sent).toHaveLength(2), soon);
    await queue(1);
    wake();
    await settle();
    expect(claimDue).toHaveBeenCalledTimes(1);
    held.release();
    await vi.waitFor(async () => {
      expect((await list()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    }, soon);
  });

  it('logs a failed claim and repeats it with the next poll', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await endpointWith(1);
    const error = unavailable('database', new Error('no response'));
    vi.spyOn(store.webhooks, 'claimDue').mockRejectedValueOnce(error);
    start();
    await settle();
    expect(log.lines).toEqual([
      { level: 'warn', fields: { err: error }, message: 'deliveries could not be fetched' },
    ]);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(1);
  });
});

describe('the stop of the deliverer', () => {
  it('waits for running attempts and does not interrupt them', async () => {
    const { list } = await endpointWith(1);
    const held = heldAttempts();
    const deliverer = start();
    await vi.waitFor(() => expect(sent).toHaveLength(1), soon);
    const stopped = deliverer.stop(60_000);
    await settle();
    expect(sent[0]?.signal.aborted).toBe(false);
    held.release();
    await stopped;
    expect(await list()).toMatchObject([{ state: 'delivered' }]);
  });

  it('waits for a running claim, and for the attempts it starts', async () => {
    const { list } = await endpointWith(1);
    const { claimDue } = store.webhooks;
    const claiming = Promise.withResolvers<void>();
    store.webhooks.claimDue = async (due) => {
      await claiming.promise;
      return claimDue(due);
    };
    const deliverer = start();
    const stopped = deliverer.stop(60_000);
    claiming.resolve();
    await stopped;
    expect(await list()).toMatchObject([{ state: 'delivered' }]);
  });

  it('interrupts attempts after the deadline, and ends when their results are recorded', async () => {
    const { list } = await endpointWith(1);
    heldAttempts();
    const recording = Promise.withResolvers<void>();
    const { record } = store.webhooks;
    store.webhooks.record = async (...args) => {
      await recording.promise;
      return record(...args);
    };
    const deliverer = start();
    await vi.waitFor(() => expect(sent).toHaveLength(1), soon);
    let hasStopped = false;
    const stopped = deliverer.stop(0).then(() => {
      hasStopped = true;
    });
    await vi.waitFor(() => expect(sent[0]?.signal.aborted).toBe(true), soon);
    await settle();
    expect(hasStopped).toBe(false);
    recording.resolve();
    await stopped;
    expect(await list()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  });

  it('leaves no timer that keeps the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const deliverer = start();
    await settle();
    expect(timers()).toBeGreaterThan(before);
    await deliverer.stop(60_000);
    expect(timers()).toBe(before);
  });
});
