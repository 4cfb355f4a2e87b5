/** `/webhooks` by status, on fakes. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { manualPerMinute, webhooksMax } from '../../src/domain/webhook.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

type Body = Record<string, unknown> & { id: string };

let app: FastifyInstance;
let store: ReturnType<typeof memoryStore>;
beforeEach(async () => {
  store = memoryStore();
  app = await testApp({ store });
});

async function sendRequest(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  token = 'alice',
) {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
  const body = (answer.body === '' ? {} : answer.json()) as Body;
  return { status: answer.statusCode, body, headers: answer.headers };
}

const url = 'https://receiver.example.test/hook';
const create = (payload: object = { url }, token = 'alice') =>
  sendRequest('POST', '/webhooks', payload, token);
const createdWebhook = async () => (await create()).body;

const everyRoute = (id: string, deliveryId: string) =>
  [
    ['GET', `/webhooks/${id}`],
    ['PATCH', `/webhooks/${id}`],
    ['DELETE', `/webhooks/${id}`],
    ['POST', `/webhooks/${id}/rotate-secret`],
    ['POST', `/webhooks/${id}/test`],
    ['GET', `/webhooks/${id}/deliveries`],
    ['GET', `/webhooks/${id}/deliveries/${deliveryId}`],
    ['POST', `/webhooks/${id}/deliveries/${deliveryId}/replay`],
  ] as const;
const payloadOf = (method: string) => (method === 'PATCH' ? { enabled: false } : undefined);

describe('2xx', () => {
  it('201: only the response to the creation has the secret', async () => {
    const { status, body, headers } = await create({ url, description: 'mine' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('private, no-store');
    const { secret, ...rest } = body;
    expect(secret).toMatch(/^whsec_/);
    expect(rest).toMatchObject({
      url,
      events: ['job.done', 'job.failed'],
      description: 'mine',
      enabled: true,
      disabled_reason: null,
      previous_secret_until: null,
    });
    expect((await sendRequest('GET', `/webhooks/${body.id}`)).body).toEqual(rest);
    expect((await sendRequest('GET', '/webhooks')).body).toEqual([rest]);
  });

  it('200: a rotation returns a new secret and the end of the old one', async () => {
    const first = await createdWebhook();
    const { status, body } = await sendRequest('POST', `/webhooks/${first.id}/rotate-secret`);
    expect(status).toBe(200);
    expect(body['secret']).toMatch(/^whsec_/);
    expect(body['secret']).not.toBe(first['secret']);
    const overlapMs = Date.parse(String(body['previous_secret_until'])) - Date.now();
    expect(overlapMs / 3_600_000).toBeCloseTo(24, 1);
  });

  it('200: an update changes only the given fields', async () => {
    const { id } = await createdWebhook();
    const { status, body } = await sendRequest('PATCH', `/webhooks/${id}`, {
      events: ['job.failed'],
      enabled: false,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ url, events: ['job.failed'], enabled: false, disabled_reason: 'owner' });
    const on = await sendRequest('PATCH', `/webhooks/${id}`, { enabled: true });
    expect(on.body).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('202: a test event and its replay are queued and appear in the log', async () => {
    const { id } = await createdWebhook();
    const { status, body } = await sendRequest('POST', `/webhooks/${id}/test`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ type: 'webhook.test', job_id: null, state: 'pending', attempt_count: 0 });
    const log = await sendRequest('GET', `/webhooks/${id}/deliveries?state=pending&page_size=5`);
    expect(log.body).toMatchObject({ total: 1, page: 1, page_size: 5, items: [{ id: body.id }] });
    const one = await sendRequest('GET', `/webhooks/${id}/deliveries/${body.id}`);
    expect(one.body).toMatchObject({
      attempts: [],
      payload: { type: 'webhook.test', data: { webhook_id: id } },
    });
    expect((await sendRequest('POST', `/webhooks/${id}/deliveries/${body.id}/replay`)).status).toBe(202);
  });

  it('finds a webhook and its deliveries for any spelling of their ids', async () => {
    const { id } = await createdWebhook();
    const { body: delivery } = await sendRequest('POST', `/webhooks/${id.toUpperCase()}/test`);
    const routes = everyRoute(id.toUpperCase(), delivery.id.toUpperCase());
    const deletionLast = routes.toSorted(([a], [b]) => Number(a === 'DELETE') - Number(b === 'DELETE'));
    for (const [method, path] of deletionLast) {
      expect((await sendRequest(method, path, payloadOf(method))).status, path).toBeLessThan(300);
      await sendRequest('PATCH', `/webhooks/${id}`, { enabled: true });
    }
  });

  it('204: a removed webhook is not found afterwards', async () => {
    const { id } = await createdWebhook();
    expect((await sendRequest('DELETE', `/webhooks/${id}`)).status).toBe(204);
    expect((await sendRequest('GET', `/webhooks/${id}`)).status).toBe(404);
    expect((await sendRequest('DELETE', `/webhooks/${id}`)).status).toBe(404);
  });
});

describe('400', () => {
  it.each([
    ['http://receiver.example.test/', 'must start with https://'],
    ['https://10.0.0.1/', 'must lead to a public address'],
    ['https://[::1]/', 'must lead to a public address'],
    ['https://user:pass@receiver.example.test/', 'must be a URL'],
    ['ftp://receiver.example.test/', 'must be a URL'],
    ['receiver', 'must be a URL'],
  ])('%s is refused on create and on update', async (bad, msg) => {
    const { id } = await createdWebhook();
    for (const { status, body } of [
      await create({ url: bad }),
      await sendRequest('PATCH', `/webhooks/${id}`, { url: bad }),
    ]) {
      expect(status).toBe(400);
      expect(body['errors']).toEqual([{ loc: ['body', 'url'], msg: expect.stringContaining(msg) }]);
    }
  });

  it.each([
    [{}],
    [{ url, events: [] }],
    [{ url, events: ['job.created'] }],
    [{ url, secret: 'mine' }],
    [{ url: `https://a.test/${'x'.repeat(2_048)}` }],
    [{ url, description: 'x'.repeat(257) }],
    [{ url, description: 'a\u0000b' }],
    [{ url: `https://a.test/${'ü'.repeat(1_000)}` }],
  ])('for the body %j', async (payload) => expect((await create(payload)).status).toBe(400));

  it('for an empty update, and for an invalid page or state', async () => {
    const { id } = await createdWebhook();
    expect((await sendRequest('PATCH', `/webhooks/${id}`, {})).status).toBe(400);
    expect((await sendRequest('GET', `/webhooks/${id}/deliveries?page=0`)).status).toBe(400);
    expect((await sendRequest('GET', `/webhooks/${id}/deliveries?page_size=101`)).status).toBe(400);
    expect((await sendRequest('GET', `/webhooks/${id}/deliveries?state=lost`)).status).toBe(400);
  });
});

describe('401', () => {
  it('for every route, without credentials', async () => {
    const routes = [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ...everyRoute(randomUUID(), randomUUID()),
    ] as const;
    for (const [method, path] of routes) {
      expect((await sendRequest(method, path, payloadOf(method), '')).status, path).toBe(401);
    }
  });
});

describe('403', () => {
  it('when the account has the maximum number of webhooks', async () => {
    for (let count = 0; count < webhooksMax; count += 1) await createdWebhook();
    expect(await create()).toMatchObject({ status: 403, body: { code: 'webhook_limit_reached' } });
    expect((await create({ url }, 'bob')).status).toBe(201);
  });
});

describe('404', () => {
  it('is the same for foreign, unknown and malformed ids, on every route', async () => {
    const { id } = await createdWebhook();
    const { body: delivery } = await sendRequest('POST', `/webhooks/${id}/test`);
    for (const [at, [method, path]] of everyRoute(id, delivery.id).entries()) {
      const foreign = await sendRequest(method, path, payloadOf(method), 'mallory');
      const absent = await sendRequest(
        method,
        everyRoute(randomUUID(), delivery.id)[at]?.[1] ?? '',
        payloadOf(method),
      );
      const malformed = await sendRequest(
        method,
        everyRoute('x', delivery.id)[at]?.[1] ?? '',
        payloadOf(method),
      );
      for (const { status, body } of [foreign, absent, malformed]) {
        expect({ status, code: body['code'], detail: body['detail'] }, path).toEqual({
          status: 404,
          code: 'webhook_not_found',
          detail: 'Webhook not found.',
        });
      }
    }
    expect(await sendRequest('GET', `/webhooks/${id}`)).toMatchObject({
      status: 200,
      body: { enabled: true },
    });
  });

  it('for a delivery of another webhook, and for an invalid id', async () => {
    const [one, other] = [await createdWebhook(), await createdWebhook()];
    const { body: delivery } = await sendRequest('POST', `/webhooks/${one.id}/test`);
    for (const deliveryId of [delivery.id, randomUUID(), 'x']) {
      const path = `/webhooks/${other.id}/deliveries/${deliveryId}`;
      expect(await sendRequest('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'webhook_delivery_not_found' },
      });
      expect((await sendRequest('POST', `${path}/replay`)).body['code']).toBe('webhook_delivery_not_found');
    }
  });
});

describe('409', () => {
  it('for a test or a replay while the webhook is disabled', async () => {
    const { id } = await createdWebhook();
    const { body: delivery } = await sendRequest('POST', `/webhooks/${id}/test`);
    await sendRequest('PATCH', `/webhooks/${id}`, { enabled: false });
    for (const path of [`/webhooks/${id}/test`, `/webhooks/${id}/deliveries/${delivery.id}/replay`]) {
      expect(await sendRequest('POST', path)).toMatchObject({
        status: 409,
        body: { code: 'webhook_disabled' },
      });
    }
  });
});

describe('429', () => {
  it('for more tests and replays per minute than allowed', async () => {
    const { id } = await createdWebhook();
    for (let count = 0; count < manualPerMinute; count += 1)
      await sendRequest('POST', `/webhooks/${id}/test`);
    const refused = await sendRequest('POST', `/webhooks/${id}/test`);
    expect(refused).toMatchObject({ status: 429, body: { code: 'webhook_rate_limit' } });
    expect(refused.headers['retry-after']).toBe('60');
  });
});
