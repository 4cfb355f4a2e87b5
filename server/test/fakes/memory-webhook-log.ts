/** The delivery log in memory: lists, test events, replays and pruning. */
import { manualPerMinute, testEvent } from '../../src/domain/webhook.ts';
import { countedUpTo, type ManualDelivery, type WebhookStore } from '../../src/ports/webhook-store.ts';
import {
  addDelivery,
  deliveriesOf,
  ownedWebhook,
  type StoredWebhook,
  toDelivery,
  type WebhookMemory,
} from './memory-webhook-records.ts';

function countManualDelivery(
  entry: StoredWebhook | null,
  now: Date,
): 'ok' | 'absent' | 'disabled' | 'too_many' {
  if (!entry) return 'absent';
  if (!entry.webhook.enabled) return 'disabled';
  const { manual } = entry;
  if (now.getTime() - manual.minuteMs >= 60_000) entry.manual = { minuteMs: now.getTime(), count: 1 };
  else if (manual.count >= manualPerMinute) return 'too_many';
  else manual.count += 1;
  return 'ok';
}

export function deliveryLogIn(
  memory: WebhookMemory,
): Pick<WebhookStore, 'listDeliveries' | 'findDelivery' | 'addTest' | 'replay' | 'prune'> {
  return {
    listDeliveries: async (accountId, webhookId, { state, page }) => {
      if (!ownedWebhook(memory, accountId, webhookId)) return null;
      const all = deliveriesOf(memory, webhookId)
        .filter(({ delivery }) => state === null || delivery.state === state)
        .map(toDelivery)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
      const start = (page.number - 1) * page.size;
      const total = Math.min(all.length, countedUpTo(page));
      return { items: all.slice(start, Math.min(start + page.size, total)), total };
    },
    findDelivery: async (accountId, webhookId, deliveryId) => {
      const entry = memory.deliveries.get(deliveryId);
      if (!ownedWebhook(memory, accountId, webhookId) || entry?.delivery.webhookId !== webhookId) return null;
      return { delivery: toDelivery(entry), attempts: [...entry.attempts] };
    },
    addTest: async (accountId, webhookId, id, now): Promise<ManualDelivery> => {
      const spent = countManualDelivery(ownedWebhook(memory, accountId, webhookId), now);
      if (spent !== 'ok') return { kind: spent };
      const data = { webhook_id: webhookId };
      const entry = addDelivery(memory, { id, webhookId, type: testEvent, jobId: null, data }, now);
      return { kind: 'queued', delivery: toDelivery(entry) };
    },
    replay: async (accountId, webhookId, deliveryId, now): Promise<ManualDelivery> => {
      const spent = countManualDelivery(ownedWebhook(memory, accountId, webhookId), now);
      if (spent !== 'ok') return { kind: spent };
      const entry = memory.deliveries.get(deliveryId);
      if (entry?.delivery.webhookId !== webhookId) return { kind: 'absent' };
      if (!entry.leased) {
        entry.delivery = { ...entry.delivery, state: 'pending', failure: null, endedAt: null };
        entry.tries = 0;
        entry.dueMs = Date.now();
      }
      return { kind: 'queued', delivery: toDelivery(entry) };
    },
    prune: async (keptMs, limit) => {
      const endedBefore = new Date(Date.now() - keptMs);
      const old = [...memory.deliveries.values()].filter(
        ({ delivery }) => delivery.endedAt && delivery.endedAt < endedBefore,
      );
      for (const { delivery } of old.slice(0, limit)) memory.deliveries.delete(delivery.id);
      return Math.min(old.length, limit);
    },
  };
}
