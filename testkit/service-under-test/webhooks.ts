/** The webhook endpoints as a client calls them. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Caller, request } from './request.ts';

export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly previous_secret_until: string | null;
};
export type NewWebhook = Webhook & { readonly secret: string };

export type Delivery = {
  readonly id: string;
  readonly type: string;
  readonly job_id: string | null;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failure: string | null;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
};
export type Attempt = {
  readonly number: number;
  readonly status_code: number | null;
  readonly fault: string | null;
  readonly message: string | null;
  readonly redirects: number;
  readonly duration_ms: number | null;
};
export type DeliveryDetail = Delivery & { readonly payload: unknown; readonly attempts: readonly Attempt[] };

export const postJson = (caller: Caller, path: string, body?: unknown, method = 'POST'): Promise<Answer> =>
  request(path, {
    method,
    caller,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

async function wanted<Body>(status: number, asked: Promise<Answer>): Promise<Body> {
  const answer = await asked;
  if (answer.status !== status)
    throw new Error(`wanted ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as Body;
}

export const createWebhook = (caller: Caller, url: string, events?: readonly string[]) =>
  wanted<NewWebhook>(201, postJson(caller, '/webhooks', { url, ...(events && { events }) }));

export const readWebhook = (caller: Caller, id: string) =>
  wanted<Webhook>(200, request(`/webhooks/${id}`, { caller }));

export const changeWebhook = (caller: Caller, id: string, change: object) =>
  wanted<Webhook>(200, postJson(caller, `/webhooks/${id}`, change, 'PATCH'));

export const rotateSecret = (caller: Caller, id: string) =>
  wanted<NewWebhook>(200, postJson(caller, `/webhooks/${id}/rotate-secret`));

export const sendTest = (caller: Caller, id: string) =>
  wanted<Delivery>(202, postJson(caller, `/webhooks/${id}/test`));

export const replay = (caller: Caller, id: string, deliveryId: string) =>
  wanted<Delivery>(202, postJson(caller, `/webhooks/${id}/deliveries/${deliveryId}/replay`));

export const listDeliveries = async (caller: Caller, id: string, query = '') =>
  wanted<{ readonly items: readonly Delivery[]; readonly total: number }>(
    200,
    request(`/webhooks/${id}/deliveries${query}`, { caller }),
  );

export const readDelivery = (caller: Caller, id: string, deliveryId: string) =>
  wanted<DeliveryDetail>(200, request(`/webhooks/${id}/deliveries/${deliveryId}`, { caller }));

/** Polls the log until the delivery satisfies the condition. */
export async function deliveryUntil(
  caller: Caller,
  id: string,
  deliveryId: string,
  isReached: (delivery: DeliveryDetail) => boolean,
  timeoutMs = 30_000,
): Promise<DeliveryDetail> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const delivery = await readDelivery(caller, id, deliveryId);
    if (isReached(delivery)) return delivery;
    if (performance.now() > deadline)
      throw new Error(`not within ${timeoutMs} ms: ${JSON.stringify(delivery)}`);
    await delay(100);
  }
}
