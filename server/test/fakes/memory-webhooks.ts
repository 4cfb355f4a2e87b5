/** Webhooks and deliveries in memory. */
import { randomUUID } from 'node:crypto';
import type { Job } from '../../src/domain/job.ts';
import {
  type Attempt,
  type Delivery,
  hasFailedTooLong,
  manualPerMinute,
  type NextStep,
  testEvent,
  type Webhook,
} from '../../src/domain/webhook.ts';
import {
  countedUpTo,
  type DeliveryClaim,
  type ManualDelivery,
  type WebhookStore,
} from '../../src/ports/webhook-store.ts';

type StoredWebhook = {
  webhook: Webhook;
  sealedSecret: Buffer;
  sealedPrevious: Buffer | null;
  failingSince: Date | null;
  manual: { minuteMs: number; count: number };
};
type StoredDelivery = {
  delivery: Delivery;
  tries: number;
  dueMs: number;
  leased: boolean;
  attempts: Attempt[];
};

type Memory = { webhooks: Map<string, StoredWebhook>; deliveries: Map<string, StoredDelivery> };

export type MemoryWebhooks = WebhookStore & {
  /** Does what the trigger on events does in Postgres. */
  jobEnded(job: Job): void;
  pendingCount(): number;
};

/** As its owner sees it: `nextAttemptAt` is derived. */
function toDelivery({ delivery, dueMs, leased }: StoredDelivery): Delivery {
  const waits = delivery.state === 'pending' && !leased;
  return { ...delivery, nextAttemptAt: waits ? new Date(dueMs) : null };
}

function add(
  memory: Memory,
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

const deliveriesOf = (memory: Memory, webhookId: string) =>
  [...memory.deliveries.values()].filter(({ delivery }) => delivery.webhookId === webhookId);

function end(
  entry: StoredDelivery,
  state: 'delivered' | 'failed',
  failure: Delivery['failure'],
  now: Date,
): void {
  entry.leased = false;
  entry.delivery = { ...entry.delivery, state, failure, endedAt: now };
}

function failPendingDeliveries(
  memory: Memory,
  webhookId: string,
  failure: Delivery['failure'],
  now: Date,
): void {
  for (const entry of deliveriesOf(memory, webhookId)) {
    if (entry.delivery.state === 'pending' && !entry.leased) end(entry, 'failed', failure, now);
  }
}

function owned(memory: Memory, accountId: string, webhookId: string): StoredWebhook | null {
  const entry = memory.webhooks.get(webhookId);
  return entry?.webhook.accountId === accountId ? entry : null;
}

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

function webhookMethods(
  memory: Memory,
): Pick<WebhookStore, 'create' | 'list' | 'find' | 'update' | 'rotateSecret' | 'remove'> {
  const of = (accountId: string) =>
    [...memory.webhooks.values()].map(({ webhook }) => webhook).filter((w) => w.accountId === accountId);
  return {
    create: async ({ sealedSecret, ...fields }, max) => {
      if (of(fields.accountId).length >= max) return null;
      const webhook: Webhook = {
        ...fields,
        enabled: true,
        disabledReason: null,
        previousSecretUntil: null,
        updatedAt: fields.createdAt,
      };
      const manual = { minuteMs: Number.NEGATIVE_INFINITY, count: 0 };
      memory.webhooks.set(webhook.id, {
        webhook,
        sealedSecret,
        sealedPrevious: null,
        failingSince: null,
        manual,
      });
      return webhook;
    },
    list: async (accountId) =>
      of(accountId).toSorted(
        (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
      ),
    find: async (accountId, webhookId) => owned(memory, accountId, webhookId)?.webhook ?? null,
    update: async (accountId, webhookId, change, now) => {
      const entry = owned(memory, accountId, webhookId);
      if (!entry) return null;
      const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const webhook: Webhook = { ...entry.webhook, ...changes, updatedAt: now };
      entry.webhook = {
        ...webhook,
        disabledReason: webhook.enabled ? null : (webhook.disabledReason ?? 'owner'),
      };
      if (change.enabled || change.url !== undefined) entry.failingSince = null;
      if (!webhook.enabled) failPendingDeliveries(memory, webhookId, 'endpoint_disabled', now);
      return entry.webhook;
    },
    rotateSecret: async (accountId, webhookId, sealedSecret, previousUntil, now) => {
      const entry = owned(memory, accountId, webhookId);
      if (!entry) return null;
      entry.sealedPrevious = entry.sealedSecret;
      entry.sealedSecret = sealedSecret;
      entry.webhook = { ...entry.webhook, previousSecretUntil: previousUntil, updatedAt: now };
      return entry.webhook;
    },
    remove: async (accountId, webhookId) => {
      if (!owned(memory, accountId, webhookId)) return false;
      for (const { delivery } of deliveriesOf(memory, webhookId)) memory.deliveries.delete(delivery.id);
      return memory.webhooks.delete(webhookId);
    },
  };
}

function deliveryLogMethods(
  memory: Memory,
): Pick<WebhookStore, 'listDeliveries' | 'findDelivery' | 'addTest' | 'replay' | 'prune'> {
  return {
    listDeliveries: async (accountId, webhookId, { state, page }) => {
      if (!owned(memory, accountId, webhookId)) return null;
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
      if (!owned(memory, accountId, webhookId) || entry?.delivery.webhookId !== webhookId) return null;
      return { delivery: toDelivery(entry), attempts: [...entry.attempts] };
    },
    addTest: async (accountId, webhookId, id, now): Promise<ManualDelivery> => {
      const spent = countManualDelivery(owned(memory, accountId, webhookId), now);
      if (spent !== 'ok') return { kind: spent };
      const data = { webhook_id: webhookId };
      const entry = add(memory, { id, webhookId, type: testEvent, jobId: null, data }, now);
      return { kind: 'queued', delivery: toDelivery(entry) };
    },
    replay: async (accountId, webhookId, deliveryId, now): Promise<ManualDelivery> => {
      const spent = countManualDelivery(owned(memory, accountId, webhookId), now);
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

function claim(memory: Memory, entry: StoredDelivery, leaseMs: number): DeliveryClaim {
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
    end(entry, ending === 'delivered' ? 'delivered' : 'failed', endings[ending] ?? null, now);
    return;
  }
  if (next.kind === 'released') entry.tries -= 1;
  entry.dueMs = Date.now() + (next.kind === 'retry' ? next.delayMs : 0);
}

function workerMethods(memory: Memory): Pick<WebhookStore, 'claimDue' | 'record'> {
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

export function memoryWebhooks(): MemoryWebhooks {
  const memory: Memory = { webhooks: new Map(), deliveries: new Map() };
  return {
    ...webhookMethods(memory),
    ...deliveryLogMethods(memory),
    ...workerMethods(memory),
    sealedSecrets: async (afterId, limit) =>
      [...memory.webhooks]
        .filter(([id]) => afterId === null || id > afterId)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([webhookId, { sealedSecret, sealedPrevious }]) => ({
          webhookId,
          sealedSecret,
          sealedPrevious,
        })),
    replaceSealed: async (read, sealedSecret, sealedPrevious) => {
      const entry = memory.webhooks.get(read.webhookId);
      const same = (a: Buffer | null, b: Buffer | null) => (a && b ? a.equals(b) : a === b);
      if (!entry || !same(entry.sealedSecret, read.sealedSecret)) return false;
      if (!same(entry.sealedPrevious, read.sealedPrevious)) return false;
      entry.sealedSecret = sealedSecret;
      entry.sealedPrevious = sealedPrevious;
      return true;
    },
    pendingCount: () =>
      [...memory.deliveries.values()].filter(({ delivery }) => delivery.state === 'pending').length,
    jobEnded: (job) => {
      const type = job.status === 'done' ? 'job.done' : 'job.failed';
      const data = {
        job_id: job.id,
        status: job.status,
        page_count: job.pageCount,
        error_message: job.errorMessage,
      };
      for (const { webhook } of memory.webhooks.values()) {
        const wants = webhook.accountId === job.accountId && webhook.enabled && webhook.events.includes(type);
        if (wants)
          add(memory, { id: randomUUID(), webhookId: webhook.id, type, jobId: job.id, data }, new Date());
      }
    },
  };
}
