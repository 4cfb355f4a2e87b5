/** `deliverWebhook` and the deliverer on fakes: signatures, retries, concurrency limits and shutdown. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverWebhook } from '../../src/actions/deliver-webhook.ts';
import { seal } from '../../src/domain/sealing.ts';
import { newWebhookSecret } from '../../src/domain/webhook-signature.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../src/ports/webhook-sender.ts';
import { startDeliverer } from '../../src/worker/deliverer.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { newAccount } from '../contracts/samples.ts';
import { sampleWebhook } from '../contracts/webhook-samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';

const sealingKeys = [Buffer.alloc(32, 7)] as const;
const answered = (statusCode: number): WebhookAnswer => ({
  result: { statusCode, fault: statusCode < 300 ? null : 'status', redirects: 0, durationMs: 1 },
  retryAfterMs: null,
});

let store: ReturnType<typeof memoryStore>;
let sent: WebhookRequest[];
let answer: (request: WebhookRequest) => Promise<WebhookAnswer>;
const sender: WebhookSender = {
  send: (request) => {
    sent.push(request);
    return answer(request);
  },
};

beforeEach(() => {
  store = memoryStore();
  sent = [];
  answer = async () => answered(204);
});

const portsOf = (backoffMs: readonly number[] = [0, 0]) => ({
  store,
  sender,
  clock: systemClock,
  sealingKeys,
  backoffMs,
});

async function endpoint(secret = newWebhookSecret(), id = randomUUID()) {
  const account = await newAccount(store);
  const sealedSecret = seal(sealingKeys, secret, id);
  await store.webhooks.create(sampleWebhook(account.id, { id, sealedSecret }), 10);
  const queueTests = async (count: number) => {
    for (let queued = 0; queued < count; queued += 1) {
      await store.webhooks.addTest(account.id, id, randomUUID(), new Date());
    }
  };
  const log = async () =>
    (await store.webhooks.listDeliveries(account.id, id, { state: null, page: { number: 1, size: 100 } }))
      ?.items ?? [];
  return { accountId: account.id, id, secret, queueTests, log };
}

async function nextClaim() {
  const request = { limit: 1, perEndpoint: 1, busy: new Map(), leaseMs: 1_000 };
  const [claim] = await store.webhooks.claimDue(request);
  if (!claim) throw new Error('expected a due delivery');
  return claim;
}

const never = new AbortController().signal;

describe('deliverWebhook', () => {
  it('signs with the secret, and with both secrets during a rotation', async () => {
    const { accountId, id, secret, queueTests } = await endpoint();
    const next = newWebhookSecret();
    await queueTests(1);
    const end = await deliverWebhook(portsOf(), await nextClaim(), never);
    expect(end).toMatchObject({ next: 'delivered', recorded: true });
    const until = new Date(Date.now() + 60_000);
    await store.webhooks.rotateSecret(accountId, id, seal(sealingKeys, next, id), until, new Date());
    await queueTests(1);
    await deliverWebhook(portsOf(), await nextClaim(), never);
    const [first, second] = sent;
    const verify = (request: WebhookRequest | undefined, by: string) =>
      new Webhook(by).verify(request?.body ?? '', { ...request?.headers });
    expect(verify(first, secret)).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
    expect(() => verify(first, next)).toThrow();
    expect(verify(second, secret)).toEqual(verify(second, next));
  });

  it('keeps id and body across attempts, with a new time and signature', async () => {
    const { queueTests, log } = await endpoint();
    await queueTests(1);
    answer = async () => answered(500);
    const ends = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      ends.push((await deliverWebhook(portsOf(), await nextClaim(), never)).next);
    }
    expect(ends).toEqual(['retry', 'retry', 'exhausted']);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(await log()).toMatchObject([{ state: 'failed', failure: 'attempts_exhausted', attempts: 3 }]);
  });

  it('sends nothing to an endpoint that was disabled after the claim', async () => {
    const { accountId, id, queueTests, log } = await endpoint();
    await queueTests(1);
    await store.webhooks.claimDue({ limit: 1, perEndpoint: 1, busy: new Map(), leaseMs: 0 });
    await store.webhooks.update(accountId, id, { enabled: false }, new Date());
    const end = await deliverWebhook(portsOf(), await nextClaim(), never);
    expect(end).toMatchObject({ next: 'disabled', recorded: true });
    expect(sent).toEqual([]);
    expect(await log()).toMatchObject([{ state: 'failed', failure: 'endpoint_disabled' }]);
  });

  it('records a failure and sends nothing when the secret cannot be decrypted', async () => {
    const { queueTests } = await endpoint();
    await queueTests(1);
    const ports = { ...portsOf(), sealingKeys: [Buffer.alloc(32, 8)] as const };
    const end = await deliverWebhook(ports, await nextClaim(), never);
    expect(end).toMatchObject({ next: 'retry', result: { fault: 'internal' } });
    expect(sent).toEqual([]);
  });
});

describe('the deliverer', () => {
  let wake: () => void;
  const lines: { fields: Readonly<Record<string, unknown>>; message: string }[] = [];
  const write = (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push({ fields, message });
  const start = (concurrency = 10) =>
    startDeliverer({
      ...portsOf(),
      signals: {
        onDelivery: (listener) => {
          wake = listener;
        },
      },
      log: { info: write, warn: write, error: write },
      metrics: workerMetrics(new Registry()),
      concurrency,
      leaseMs: 60_000,
    });

  it('delivers due events by notification and by polling, and logs no content, address or secret', async () => {
    const { queueTests, log, secret } = await endpoint();
    await queueTests(3);
    const deliverer = start();
    await expect.poll(() => sent.length).toBe(3);
    await queueTests(1);
    wake();
    await expect.poll(() => sent.length, { timeout: 500 }).toBe(4);
    await queueTests(1);
    await expect.poll(() => sent.length, { timeout: 3_000 }).toBe(5);
    await deliverer.stop(1_000);
    expect((await log()).every(({ state }) => state === 'delivered')).toBe(true);
    const text = JSON.stringify(lines);
    expect(text).toContain('webhook attempt ended');
    for (const hidden of [secret, 'receiver.example.test', 'webhook.test', 'v1,'])
      expect(text).not.toContain(hidden);
  });

  it('delivers to other endpoints while one hangs', async () => {
    const hanging = await endpoint();
    await hanging.queueTests(30);
    const healthy = await endpoint();
    await healthy.queueTests(3);
    const release = Promise.withResolvers<void>();
    let hangingCount = 0;
    answer = async ({ body }) => {
      if (!body.includes(hanging.id)) return answered(204);
      hangingCount += 1;
      await release.promise;
      return answered(204);
    };
    const deliverer = start(6);
    const isDone = async () => (await healthy.log()).every(({ state }) => state === 'delivered');
    await expect.poll(isDone).toBe(true);
    expect(hangingCount).toBe(4);
    release.resolve();
    await expect
      .poll(async () => (await hanging.log()).every(({ state }) => state === 'delivered'))
      .toBe(true);
    await deliverer.stop(1_000);
  });

  it('releases unfinished deliveries when it stops, and claims no new ones', async () => {
    const { queueTests, log } = await endpoint();
    await queueTests(1);
    answer = ({ signal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () =>
          resolve({
            ...answered(0),
            result: { ...answered(0).result, statusCode: null, fault: 'interrupted' },
          }),
        ),
      );
    const deliverer = start();
    await expect.poll(() => sent.length).toBe(1);
    await deliverer.stop(50);
    expect(await log()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await queueTests(1);
    wake();
    await sleep(50);
    expect(sent).toHaveLength(1);
    expect((await nextClaim()).tries).toBe(1);
  });
});
