/** Claims of webhook deliveries in memory, and the record of their results. */
import { type Delivery, hasFailedTooLong, type NextStep } from '../../src/domain/webhook.ts';
import type { DeliveryClaim, WebhookStore } from '../../src/ports/webhook-store.ts';
import {
  deliveriesOf,
  endDelivery,
  failPendingDeliveries,
  type StoredDelivery,
  type StoredWebhook,
  toDelivery,
  type WebhookMemory,
} from './memory-webhook-records.ts';

function claim(memory: WebhookMemory, entry: StoredDelivery, leaseMs: number): DeliveryClaim {
  const endpoint = memory.webhooks.get(entry.delivery.webhookId);
  if (!endpoint) throw new Error('a delivery without its webhook');
  const unfinished = entry.attempts.at(-1);
  if (unfinished?.result === null) {
    const result = { statusCode: null, fault: 'interrupted', redirects: 0, durationMs: 0 } as const;
    entry.attempts.splice(-1, 1, { ...unfinished, result });
  }
  const attempt = entry.delivery.attempts + 1;
  entry.delivery = { ...entry.delivery, attempts: attempt };
  entry.tries += 1;
  entry.leased = true;
  entry.dueMs = Date.now() + leaseMs;
  entry.attempts.push({ number: attempt, at: new Date(), result: null });
  const until = endpoint.webhook.previousSecretUntil?.getTime() ?? 0;
  return {
    delivery: toDelivery(entry),
    attempt,
    tries: entry.tries,
    url: endpoint.webhook.url,
    enabled: endpoint.webhook.enabled,
    sealedSecret: endpoint.sealedSecret,
    sealedPreviousSecret: until > Date.now() ? endpoint.sealedPrevious : null,
  };
}

function updateEndpointHealth(
  entry: StoredWebhook | undefined,
  { url }: DeliveryClaim,
  next: NextStep,
  now: Date,
): boolean {
  if (!entry) return false;
  if (entry.webhook.url !== url || !entry.webhook.enabled) return entry.webhook.enabled;
  if (next.kind === 'delivered') entry.failingSince = null;
  if (['retry', 'exhausted', 'gone'].includes(next.kind)) entry.failingSince ??= now;
  const failedTooLong = next.kind === 'exhausted' && hasFailedTooLong(entry.failingSince, now);
  if (next.kind === 'gone' || failedTooLong) {
    const disabledReason = failedTooLong ? 'failing' : 'gone';
    entry.webhook = { ...entry.webhook, enabled: false, disabledReason, updatedAt: now };
  }
  return entry.webhook.enabled;
}

const endings: Readonly<Record<string, Delivery['failure']>> = {
  delivered: null,
  gone: 'endpoint_gone',
  exhausted: 'attempts_exhausted',
  disabled: 'endpoint_disabled',
};

function settle(entry: StoredDelivery, next: NextStep, enabled: boolean, now: Date): void {
  entry.leased = false;
  const ending = next.kind in endings || enabled ? next.kind : 'disabled';
  if (ending in endings) {
    endDelivery(entry, ending === 'delivered' ? 'delivered' : 'failed', endings[ending] ?? null, now);
    return;
  }
  if (next.kind === 'released') entry.tries -= 1;
  entry.dueMs = Date.now() + (next.kind === 'retry' ? next.delayMs : 0);
}

export function deliveryClaimsIn(memory: WebhookMemory): Pick<WebhookStore, 'claimDue' | 'record'> {
  const dueOf = (
    { webhook, failingSince }: StoredWebhook,
    perEndpoint: number,
    busy: ReadonlyMap<string, number>,
  ) =>
    deliveriesOf(memory, webhook.id)
      .filter(({ delivery, dueMs }) => delivery.state === 'pending' && dueMs <= Date.now())
      .toSorted((a, b) => a.dueMs - b.dueMs)
      .slice(0, Math.max(0, (failingSince ? 1 : perEndpoint) - (busy.get(webhook.id) ?? 0)));
  return {
    claimDue: async ({ limit, perEndpoint, busy, leaseMs }) =>
      [...memory.webhooks.values()]
        .flatMap((entry) => dueOf(entry, perEndpoint, busy))
        .toSorted((a, b) => a.dueMs - b.dueMs)
        .slice(0, limit)
        .map((entry) => claim(memory, entry, leaseMs)),
    record: async (claimed, result, next, now) => {
      const { id, webhookId } = claimed.delivery;
      const enabled = updateEndpointHealth(memory.webhooks.get(webhookId), claimed, next, now);
      const entry = memory.deliveries.get(id);
      const current = entry?.leased && entry.delivery.attempts === claimed.attempt ? entry : null;
      if (current) {
        settle(current, next, enabled, now);
        const open = current.attempts.at(-1);
        if (open) current.attempts.splice(-1, 1, { ...open, result });
      }
      if (!enabled) {
        failPendingDeliveries(
          memory,
          webhookId,
          next.kind === 'gone' ? 'endpoint_gone' : 'endpoint_disabled',
          now,
        );
      }
      return current !== null;
    },
  };
}
