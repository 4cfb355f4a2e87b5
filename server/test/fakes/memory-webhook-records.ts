/** The stored webhooks and deliveries of the store in memory. */
import type { Attempt, Delivery, Webhook } from '../../src/domain/webhook.ts';

export type StoredWebhook = {
  webhook: Webhook;
  sealedSecret: Buffer;
  sealedPrevious: Buffer | null;
  failingSince: Date | null;
  manual: { minuteMs: number; count: number };
};
export type StoredDelivery = {
  delivery: Delivery;
  tries: number;
  dueMs: number;
  leased: boolean;
  attempts: Attempt[];
};

export type WebhookMemory = { webhooks: Map<string, StoredWebhook>; deliveries: Map<string, StoredDelivery> };

/** As its owner sees it: `nextAttemptAt` is derived. */
export function toDelivery({ delivery, dueMs, leased }: StoredDelivery): Delivery {
  const waits = delivery.state === 'pending' && !leased;
  return { ...delivery, nextAttemptAt: waits ? new Date(dueMs) : null };
}

export function addDelivery(
  memory: WebhookMemory,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'type' | 'jobId' | 'data'>,
  now: Date,
) {
  const entry: StoredDelivery = {
    delivery: {
      ...delivery,
      occurredAt: now,
      state: 'pending',
      failure: null,
      attempts: 0,
      nextAttemptAt: null,
      createdAt: now,
      endedAt: null,
    },
    tries: 0,
    dueMs: Date.now(),
    leased: false,
    attempts: [],
  };
  memory.deliveries.set(delivery.id, entry);
  return entry;
}

export const deliveriesOf = (memory: WebhookMemory, webhookId: string) =>
  [...memory.deliveries.values()].filter(({ delivery }) => delivery.webhookId === webhookId);

export function endDelivery(
  entry: StoredDelivery,
  state: 'delivered' | 'failed',
  failure: Delivery['failure'],
  now: Date,
): void {
  entry.leased = false;
  entry.delivery = { ...entry.delivery, state, failure, endedAt: now };
}

export function failPendingDeliveries(
  memory: WebhookMemory,
  webhookId: string,
  failure: Delivery['failure'],
  now: Date,
): void {
  for (const entry of deliveriesOf(memory, webhookId)) {
    if (entry.delivery.state === 'pending' && !entry.leased) endDelivery(entry, 'failed', failure, now);
  }
}

export function ownedWebhook(
  memory: WebhookMemory,
  accountId: string,
  webhookId: string,
): StoredWebhook | null {
  const entry = memory.webhooks.get(webhookId);
  return entry?.webhook.accountId === accountId ? entry : null;
}
