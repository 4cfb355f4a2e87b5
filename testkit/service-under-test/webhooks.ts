/** The webhook endpoints as a client calls them. */
import { setTimeout as delay } from 'node:timers/promises';
import { bodyOf, type Caller, request, sendJson } from './request.ts';

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

export const createWebhook = (caller: Caller, url: string, events?: readonly string[]) =>
  bodyOf<NewWebhook>(201, sendJson(caller, '/webhooks', { url, ...(events && { events }) }));

export const readWebhook = (caller: Caller, id: string) =>
  bodyOf<Webhook>(200, request(`/webhooks/${id}`, { caller }));

export const changeWebhook = (caller: Caller, id: string, change: object) =>
  bodyOf<Webhook>(200, sendJson(caller, `/webhooks/${id}`, change, 'PATCH'));

export const rotateSecret = (caller: Caller, id: string) =>
  bodyOf<NewWebhook>(200, sendJson(caller, `/webhooks/${id}/rotate-secret`));

export const sendTest = (caller: Caller, id: string) =>
  bodyOf<Delivery>(202, sendJson(caller, `/webhooks/${id}/test`));

export const replay = (caller: Caller, id: string, deliveryId: string) =>
  bodyOf<Delivery>(202, sendJson(caller, `/webhooks/${id}/deliveries/${deliveryId}/replay`));

export const listDeliveries = async (caller: Caller, id: string, query = '') =>
  bodyOf<{ readonly items: readonly Delivery[]; readonly total: number }>(
    200,
    request(`/webhooks/${id}/deliveries${query}`, { caller }),
  );

export const readDelivery = (caller: Caller, id: string, deliveryId: string) =>
  bodyOf<DeliveryDetail>(200, request(`/webhooks/${id}/deliveries/${deliveryId}`, { caller }));

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
