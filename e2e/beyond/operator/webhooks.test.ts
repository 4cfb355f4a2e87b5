/** Webhooks on the whole stack: what is sent, what a bad receiver gets, and what the log says of it. */

import { openReceiver, type Received, type Receiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { makeBrokenDocument } from '@octavo/testkit/documents/documents.ts';
import {
  account,
  freshAccount,
  killWorkers,
  setWorkers,
  stranger,
} from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  finished,
  isTerminal,
  pollUntil,
  remove,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { type Caller, request, sendJson } from '@octavo/testkit/service-under-test/request.ts';
import {
  changeWebhook,
  createWebhook,
  type DeliveryDetail,
  deliveryUntil,
  listDeliveries,
  type NewWebhook,
  readDelivery,
  readWebhook,
  replay,
  rotateSecret,
  sendTest,
} from '@octavo/testkit/service-under-test/webhooks.ts';
import { withKey } from '@octavo/testkit/service-under-test/with-key.ts';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const host = context.stack?.webhookHost ?? '';
/** On this machine too, and not open to webhooks: whatever arrives here bypassed the address check. */
const closedHost = '127.0.0.1';

let owner: Caller;
let receiver: Receiver;
let closed: Receiver;

beforeAll(async () => {
  owner = await freshAccount('pro');
  receiver = await openReceiver(host);
  closed = await openReceiver(closedHost);
});
afterAll(async () => {
  await receiver.close();
  expect(closed.received).toEqual([]);
  await closed.close();
});
beforeEach(() => {
  receiver.answer = (response) => response.writeHead(204).end();
});

const hasEnded = ({ state }: DeliveryDetail) => state !== 'pending';
const faultsOf = ({ attempts }: DeliveryDetail) => attempts.map(({ fault }) => fault);
const verified = (secret: string, { body, headers }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>);

/** A webhook for the length of a test: an account may have ten. */
async function withWebhook(
  test: (webhook: NewWebhook) => Promise<void>,
  url = `${receiver.url}/hook`,
  events?: string[],
) {
  const webhook = await createWebhook(owner, url, events);
  try {
    await test(webhook);
  } finally {
    await request(`/webhooks/${webhook.id}`, { method: 'DELETE', caller: owner });
  }
}

/** The end of a test event that a receiver behaves badly to. */
async function endOfTest(webhook: NewWebhook): Promise<DeliveryDetail> {
  const { id } = await sendTest(owner, webhook.id);
  return deliveryUntil(owner, webhook.id, id, hasEnded);
}

describe('a webhook', () => {
  it('is notified of a done job once, with a signed payload that holds no content', () =>
    withWebhook(async (webhook) => {
      const job = await done(owner);
      await expect
        .poll(async () => (await listDeliveries(owner, webhook.id)).total, { timeout: 10_000 })
        .toBe(1);
      const [delivery] = (await listDeliveries(owner, webhook.id)).items;
      const [request] = await receiver.got(delivery?.id ?? '');
      if (!request || !delivery) throw new Error('nothing arrived');
      expect(verified(webhook.secret, request)).toEqual({
        type: 'job.done',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: { job_id: job.id, status: 'done', page_count: job.page_count, error_message: null },
      });
      expect(request.headers['content-type']).toBe('application/json');
      expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toThrow();
      const log = await deliveryUntil(owner, webhook.id, delivery.id, hasEnded);
      expect(log).toMatchObject({ type: 'job.done', job_id: job.id, state: 'delivered', attempt_count: 1 });
      expect(log.attempts).toMatchObject([{ number: 1, status_code: 204, fault: null, redirects: 0 }]);
      expect(log.payload).toEqual(JSON.parse(request.body));
      expect(await receiver.got(delivery.id)).toHaveLength(1);
    }));

  it('is notified within a second of the commit', () =>
    withWebhook(async (webhook) => {
      let arrivedAt = 0;
      receiver.answer = (response) => {
        arrivedAt = Date.now();
        response.writeHead(204).end();
      };
      const job = await done(owner);
      await expect.poll(() => arrivedAt, { timeout: 5_000 }).not.toBe(0);
      expect(arrivedAt - Date.parse(job.updated_at)).toBeLessThan(1_000);
      expect((await listDeliveries(owner, webhook.id, '?state=failed')).total).toBe(0);
    }));

  it('is notified of failures alone if it subscribed to nothing else, and of the end of a deleted job', () =>
    withWebhook(
      async (webhook) => {
        receiver.answer = (response) => response.writeHead(500).end();
        const { id } = await accepted(owner, { file: makeBrokenDocument() });
        const failed = await pollUntil(owner, id, isTerminal);
        expect(failed.status).toBe('failed');
        expect((await remove(owner, id)).status).toBe(204);
        receiver.answer = (response) => response.writeHead(204).end();
        await finished(owner);
        const { items } = await listDeliveries(owner, webhook.id);
        expect(items).toMatchObject([{ type: 'job.failed', job_id: id }]);
        const log = await deliveryUntil(owner, webhook.id, items[0]?.id ?? '', hasEnded);
        expect(log.state).toBe('delivered');
        const requests = await receiver.got(log.id);
        expect(verified(webhook.secret, requests.at(-1) as Received)).toMatchObject({
          type: 'job.failed',
          data: { job_id: id, status: 'failed', page_count: null, error_message: failed.error_message },
        });
      },
      undefined,
      ['job.failed'],
    ));

  it('can be tried out with a test event, and by an API key', () =>
    withKey(owner, async (key) => {
      const caller = { key: key.raw_key };
      const webhook = await createWebhook(caller, `${receiver.url}/by-key`);
      const { id } = await sendTest(caller, webhook.id);
      const [request] = await receiver.got(id);
      expect(request && verified(webhook.secret, request)).toMatchObject({
        type: 'webhook.test',
        data: { webhook_id: webhook.id },
      });
      expect((await sendJson(caller, `/webhooks/${webhook.id}`, undefined, 'DELETE')).status).toBe(204);
    }));
});

describe('a receiver that', () => {
  it('fails is tried again under the same id, and the log shows each attempt', () =>
    withWebhook(async (webhook) => {
      const statuses = [500, 503, 200];
      receiver.answer = (response) => response.writeHead(statuses.shift() ?? 500).end();
      const log = await endOfTest(webhook);
      expect(log).toMatchObject({
        state: 'delivered',
        failure: null,
        attempt_count: 3,
        next_attempt_at: null,
      });
      expect(log.attempts.map(({ status_code }) => status_code)).toEqual([500, 503, 200]);
      expect(faultsOf(log)).toEqual(['status', 'status', null]);
      const requests = await receiver.got(log.id, 3);
      expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
      for (const request of requests) expect(verified(webhook.secret, request)).toBeDefined();
    }));

  it('fails to the end leaves a failed delivery, which can be replayed under the same id', () =>
    withWebhook(async (webhook) => {
      receiver.answer = (response) => response.writeHead(500).end();
      const log = await endOfTest(webhook);
      expect(log).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', attempt_count: 3 });
      expect((await readWebhook(owner, webhook.id)).enabled).toBe(true);
      receiver.answer = (response) => response.writeHead(204).end();
      expect(await replay(owner, webhook.id, log.id)).toMatchObject({ id: log.id, state: 'pending' });
      const replayed = await deliveryUntil(owner, webhook.id, log.id, hasEnded);
      expect(replayed).toMatchObject({ state: 'delivered', attempt_count: 4 });
      expect(await receiver.got(log.id, 4)).toHaveLength(4);
    }));

  it('hangs is left after the time limit', () =>
    withWebhook(async (webhook) => {
      receiver.answer = () => {};
      const { id } = await sendTest(owner, webhook.id);
      const log = await deliveryUntil(owner, webhook.id, id, ({ attempts }) => attempts.length > 1);
      expect(log.attempts[0]).toMatchObject({ status_code: null, fault: 'timeout' });
      expect(log.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(1_900);
      expect(log.attempts[0]?.duration_ms).toBeLessThan(4_000);
      receiver.answer = (response) => response.writeHead(204).end();
      expect((await deliveryUntil(owner, webhook.id, id, hasEnded)).state).toBe('delivered');
    }));

  it.each([
    ['an address that is not public', () => `${closed.url}/inside`],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a name that leads inside', () => closed.url.replace(closedHost, 'localhost')],
    ['an inside address, oddly written', () => closed.url.replace(closedHost, '0x7f.1')],
  ])('redirects to %s is not followed there', (_, location) =>
    withWebhook(async (webhook) => {
      receiver.answer = (response) => response.writeHead(307, { location: location() }).end();
      const log = await endOfTest(webhook);
      expect(log).toMatchObject({ state: 'failed', failure: 'attempts_exhausted' });
      expect(faultsOf(log)).toEqual(['private_address', 'private_address', 'private_address']);
      expect(log.attempts[0]).toMatchObject({ status_code: 307, redirects: 1, message: expect.any(String) });
      expect(closed.received).toEqual([]);
    }),
  );

  it('redirects to a place that is open is followed with the same request', () =>
    withWebhook(async (webhook) => {
      receiver.answer = (response, { path }) =>
        path === '/there'
          ? response.writeHead(204).end()
          : response.writeHead(308, { location: '/there' }).end();
      const log = await endOfTest(webhook);
      expect(log).toMatchObject({ state: 'delivered', attempt_count: 1 });
      const [first, second] = await receiver.got(log.id, 2);
      expect([first?.path, second?.path]).toEqual(['/hook', '/there']);
      expect(second && verified(webhook.secret, second)).toBeDefined();
    }));

  it('redirects as a browser would understand it has failed', () =>
    withWebhook(async (webhook) => {
      receiver.answer = (response) => response.writeHead(302, { location: '/there' }).end();
      const log = await endOfTest(webhook);
      expect(faultsOf(log)).toEqual(['redirect', 'redirect', 'redirect']);
    }));

  it('answers 410 is switched off at once, with everything that waits, until its owner says otherwise', () =>
    withWebhook(async (webhook) => {
      receiver.answer = (response) => response.writeHead(410).end();
      const log = await endOfTest(webhook);
      expect(log).toMatchObject({ state: 'failed', failure: 'endpoint_gone', attempt_count: 1 });
      expect(log.attempts).toMatchObject([{ status_code: 410, fault: 'status' }]);
      expect(await readWebhook(owner, webhook.id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
      expectError(await sendJson(owner, `/webhooks/${webhook.id}/test`), 409, 'webhook_disabled');
      await done(owner);
      expect((await listDeliveries(owner, webhook.id)).total).toBe(1);
      await changeWebhook(owner, webhook.id, { enabled: true });
      receiver.answer = (response) => response.writeHead(204).end();
      expect((await endOfTest(webhook)).state).toBe('delivered');
    }));
});

describe('an address that is not public', () => {
  it('is refused when a webhook is made with it', async () => {
    const inside = ['http://[::1]/', 'http://169.254.169.254/', 'http://2130706433/', 'http://localhost/'];
    for (const url of [closed.url, ...inside]) {
      const refused = expectError(await sendJson(owner, '/webhooks', { url }), 400, 'invalid_request', url);
      expect(refused.errors?.[0]?.loc).toEqual(['body', 'url']);
    }
  });
});

describe('a secret', () => {
  it('that is rotated still signs next to the new one', () =>
    withWebhook(async (webhook) => {
      const rotated = await rotateSecret(owner, webhook.id);
      expect(rotated.secret).not.toBe(webhook.secret);
      const { id } = await sendTest(owner, webhook.id);
      const [request] = await receiver.got(id);
      if (!request) throw new Error('nothing arrived');
      expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(2);
      for (const { secret } of [webhook, rotated]) expect(verified(secret, request)).toBeDefined();
    }));

  it('is shown when it is made and never again', () =>
    withWebhook(async (webhook) => {
      expect(webhook.secret).toMatch(/^whsec_/);
      const { text } = await request('/webhooks', { caller: owner });
      expect(text).toContain(webhook.id);
      expect(text).not.toMatch(/whsec_|"secret"/);
    }));
});

describe('a worker that is killed in the middle of a delivery', () => {
  it('loses nothing: it is delivered again, under the same id', () =>
    withWebhook(async (webhook) => {
      receiver.answer = () => {};
      const { id } = await sendTest(owner, webhook.id);
      await receiver.got(id);
      await killWorkers();
      receiver.answer = (response) => response.writeHead(204).end();
      await setWorkers(2);
      const log = await deliveryUntil(owner, webhook.id, id, hasEnded, 60_000);
      expect(log.state).toBe('delivered');
      expect(faultsOf(log)).toEqual(['interrupted', null]);
      const [first, second] = await receiver.got(id, 2);
      expect(first?.body).toBe(second?.body);
    }));
});

describe('a stranger', () => {
  it('finds nothing of it: foreign webhooks and deliveries look like absent ones', () =>
    withWebhook(async (webhook) => {
      const { id } = await endOfTest(webhook);
      const other = await stranger();
      const paths = ['', '/deliveries', `/deliveries/${id}`].map((path) => `/webhooks/${webhook.id}${path}`);
      for (const path of paths)
        expectError(await request(path, { caller: other }), 404, 'webhook_not_found', path);
      for (const path of ['/test', '/rotate-secret', `/deliveries/${id}/replay`]) {
        const answer = await sendJson(other, `/webhooks/${webhook.id}${path}`);
        expectError(answer, 404, 'webhook_not_found', path);
      }
      expectError(
        await sendJson(other, `/webhooks/${webhook.id}`, { enabled: false }, 'PATCH'),
        404,
        'webhook_not_found',
      );
      expectError(
        await sendJson(other, `/webhooks/${webhook.id}`, undefined, 'DELETE'),
        404,
        'webhook_not_found',
      );
      expect((await request('/webhooks', { caller: other })).json).toEqual([]);
      expect(await readDelivery(owner, webhook.id, id)).toMatchObject({ id, attempt_count: 1 });
      await done(await account('pro'));
      expect((await listDeliveries(owner, webhook.id)).total).toBe(1);
    }));
});
