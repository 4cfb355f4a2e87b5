/** Lists and reads webhook deliveries, replays them, and sends test events. */
import type { Caller } from '../domain/caller.ts';
import { OctavoError } from '../domain/errors.ts';
import { canonicalId, newId } from '../domain/ids.ts';
import { type Attempt, type Delivery, manualPerMinute } from '../domain/webhook.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { DeliveryQuery, ManualDelivery } from '../ports/webhook-store.ts';
import { webhookNotFound } from './manage-webhooks.ts';

export type ManageDeliveriesPorts = { readonly store: Pick<Store, 'webhooks'>; readonly clock: Clock };

function deliveryNotFound(): OctavoError {
  return new OctavoError('webhook_delivery_not_found', 'Delivery not found for this webhook.');
}

export async function listDeliveries(
  { store }: ManageDeliveriesPorts,
  { account }: Caller,
  webhookId: string,
  query: DeliveryQuery,
): Promise<{ readonly items: readonly Delivery[]; readonly total: number }> {
  const id = canonicalId(webhookId);
  const found = id && (await store.webhooks.listDeliveries(account.id, id, query));
  if (!found) throw webhookNotFound();
  return found;
}

async function requireWebhook(
  { store }: ManageDeliveriesPorts,
  { account }: Caller,
  webhookId: string,
): Promise<string> {
  const id = canonicalId(webhookId);
  if (!id || !(await store.webhooks.find(account.id, id))) throw webhookNotFound();
  return id;
}

export async function readDelivery(
  ports: ManageDeliveriesPorts,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<{ readonly delivery: Delivery; readonly attempts: readonly Attempt[] }> {
  const webhook = await requireWebhook(ports, caller, webhookId);
  const id = canonicalId(deliveryId);
  const found = id && (await ports.store.webhooks.findDelivery(caller.account.id, webhook, id));
  if (!found) throw deliveryNotFound();
  return found;
}

function queuedOr(manual: ManualDelivery, absent: () => OctavoError): Delivery {
  switch (manual.kind) {
    case 'queued':
      return manual.delivery;
    case 'absent':
      throw absent();
    case 'disabled':
      throw new OctavoError('webhook_disabled', 'This webhook is disabled. Enable it first.');
    case 'too_many':
      throw new OctavoError(
        'webhook_rate_limit',
        `A webhook takes ${manualPerMinute} test events and replays per minute.`,
        { retryAfterSeconds: 60 },
      );
  }
}

export async function sendTestEvent(
  { store, clock }: ManageDeliveriesPorts,
  { account }: Caller,
  webhookId: string,
): Promise<Delivery> {
  const id = canonicalId(webhookId);
  if (!id) throw webhookNotFound();
  const now = clock.now();
  const manual = await store.webhooks.addTest(account.id, id, newId(now.getTime()), now);
  return queuedOr(manual, webhookNotFound);
}

export async function replayDelivery(
  ports: ManageDeliveriesPorts,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery> {
  const webhook = await requireWebhook(ports, caller, webhookId);
  const id = canonicalId(deliveryId);
  if (!id) throw deliveryNotFound();
  const { store, clock } = ports;
  const manual = await store.webhooks.replay(caller.account.id, webhook, id, clock.now());
  return queuedOr(manual, deliveryNotFound);
}
