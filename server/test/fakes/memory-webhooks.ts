/** The webhooks of the store in memory. */
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

type KeptWebhook = {
  webhook: Webhook;
  sealedSecret: Buffer;
  sealedPrevious: Buffer | null;
  failingSince: Date | null;
  manual: { minuteMs: number; count: number };
};
type KeptDelivery = {
  delivery: Delivery;
  tries: number;
  dueMs: number;
  leased: boolean;
  attempts: Attempt[];
};

type Memory = { webhooks: Map<string, KeptWebhook>; deliveries: Map<string, KeptDelivery> };

export type MemoryWebhooks = WebhookStore & {
  /** What the trigger on events does in Postgres. */
  jobEnded(job: Job): void;
  pendingCount(): number;
};

/** As its owner sees it: `nextAttemptAt` is derived. */
function shown({ delivery, dueMs, leased }: KeptDelivery): Delivery {
  const waits = delivery.state === 'pending' && !leased;
  return { ...delivery, nextAttemptAt: waits ? new Date(dueMs) : null };
}

function add(
  memory: Memory,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'type' | 'jobId' | 'data'>,
  now: Date,
) {
  const kept: KeptDelivery = {
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
  memory.deliveries.set(delivery.id, kept);
  return kept;
}

const deliveriesOf = (memory: Memory, webhookId: string) =>
  [...memory.deliveries.values()].filter(({ delivery }) => delivery.webhookId === webhookId);

function end(
  kept: KeptDelivery,
  state: 'delivered' | 'failed',
  failure: Delivery['failure'],
  now: Date,
): void {
  kept.leased = false;
  kept.delivery = { ...kept.delivery, state, failure, endedAt: now };
}

function failPendingDeliveries(
  memory: Memory,
  webhookId: string,
  failure: Delivery['failure'],
  now: Date,
): void {
  for (const kept of deliveriesOf(memory, webhookId)) {
    if (kept.delivery.state === 'pending' && !kept.leased) end(kept, 'failed', failure, now);
  }
}

function owned(memory: Memory, accountId: string, webhookId: string): KeptWebhook | null {
  const kept = memory.webhooks.get(webhookId);
  return kept?.webhook.accountId === accountId ? kept : null;
}

function countManualDelivery(kept: KeptWebhook | null, now: Date): 'ok' | 'absent' | 'disabled' | 'too_many' {
  if (!kept) return 'absent';
  if (!kept.webhook.enabled) return 'disabled';
  const { manual } = kept;
  if (now.getTime() - manual.minuteMs >= 60_000) kept.manual = { minuteMs: now.getTime(), count: 1 };
  else if (manual.count >= manualPerMinute) return 'too_many';
  else manual.count += 1;
  return 'ok';
}

function managing(
  memory: Memory,
): Pick<WebhookStore, 'create' | 'list' | 'find' | 'update' | 'rotateSecret' | 'remove'> {
  const of = (accountId: string) =>
    [...memory.webhooks.values()].map(({ webhook }) => webhook).filter((w) => w.accountId === accountId);
  return {
    create: async ({ sealedSecret, ...asked }, max) => {
      if (of(asked.accountId).length >= max) return null;
      const webhook: Webhook = {
        ...asked,
        enabled: true,
        disabledReason: null,
        previousSecretUntil: null,
        updatedAt: asked.createdAt,
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
      const kept = owned(memory, accountId, webhookId);
      if (!kept) return null;
      const asked = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const webhook: Webhook = { ...kept.webhook, ...asked, updatedAt: now };
      kept.webhook = {
        ...webhook,
        disabledReason: webhook.enabled ? null : (webhook.disabledReason ?? 'owner'),
      };
      if (change.enabled || change.url !== undefined) kept.failingSince = null;
      if (!webhook.enabled) failPendingDeliveries(memory, webhookId, 'endpoint_disabled', now);
      return kept.webhook;
    },
    rotateSecret: async (accountId, webhookId, sealedSecret, previousUntil, now) => {
      const kept = owned(memory, accountId, webhookId);
      if (!kept) return null;
      kept.sealedPrevious = kept.sealedSecret;
      kept.sealedSecret = sealedSecret;
      kept.webhook = { ...kept.webhook, previousSecretUntil: previousUntil, updatedAt: now };
      return kept.webhook;
    },
    remove: async (accountId, webhookId) => {
      if (!owned(memory, accountId, webhookId)) return false;
      for (const { delivery } of deliveriesOf(memory, webhookId)) memory.deliveries.delete(delivery.id);
      return memory.webhooks.delete(webhookId);
    },
  };
}

function logging(
  memory: Memory,
): Pick<WebhookStore, 'listDeliveries' | 'findDelivery' | 'addTest' | 'replay' | 'prune'> {
  return {
    listDeliveries: async (accountId, webhookId, { state, page }) => {
      if (!owned(memory, accountId, webhookId)) return null;
      const all = deliveriesOf(memory, webhookId)
        .filter(({ delivery }) => state === null || delivery.state === state)
        .map(shown)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
      const start = (page.number - 1) * page.size;
      const total = Math.min(all.length, countedUpTo(page));
      return { items: all.slice(start, Math.min(start + page.size, total)), total };
    },
    findDelivery: async (accountId, webhookId, deliveryId) => {
      const kept = memory.deliveries.get(deliveryId);
      if (!owned(memory, accountId, webhookId) || kept?.delivery.webhookId !== webhookId) return null;
      return { delivery: shown(kept), attempts: [...kept.attempts] };
    },
    addTest: async (accountId, webhookId, id, now): Promise<ManualDelivery> => {
      const spent = countManualDelivery(owned(memory, accountId, webhookId), now);
      if (spent !== 'ok') return { kind: spent };
      const data = { webhook_id: webhookId };
      const kept = add(memory, { id, webhookId, type: testEvent, jobId: null, data }, now);
      return { kind: 'queued', delivery: shown(kept) };
    },
    replay: async (accountId, webhookId, deliveryId, now): Promise<ManualDelivery> => {
      const spent = countManualDelivery(owned(memory, accountId, webhookId), now);
      if (spent !== 'ok') return { kind: spent };
      const kept = memory.deliveries.get(deliveryId);
      if (kept?.delivery.webhookId !== webhookId) return { kind: 'absent' };
      if (!kept.leased) {
        kept.delivery = { ...kept.delivery, state: 'pending', failure: null, endedAt: null };
        kept.tries = 0;
        kept.dueMs = Date.now();
      }
      return { kind: 'queued', delivery: shown(kept) };
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

function claim(memory: Memory, kept: KeptDelivery, leaseMs: number): DeliveryClaim {
  const endpoint = memory.webhooks.get(kept.delivery.webhookId);
  if (!endpoint) throw new Error('a delivery without its webhook');
  const silent = kept.attempts.at(-1);
  if (silent?.result === null) {
    const result = { statusCode: null, fault: 'interrupted', redirects: 0, durationMs: 0 } as const;
    kept.attempts.splice(-1, 1, { ...silent, result });
  }
  const attempt = kept.delivery.attempts + 1;
  kept.delivery = { ...kept.delivery, attempts: attempt };
  kept.tries += 1;
  kept.leased = true;
  kept.dueMs = Date.now() + leaseMs;
  kept.attempts.push({ number: attempt, at: new Date(), result: null });
  const until = endpoint.webhook.previousSecretUntil?.getTime() ?? 0;
  return {
    delivery: shown(kept),
    attempt,
    tries: kept.tries,
    url: endpoint.webhook.url,
    enabled: endpoint.webhook.enabled,
    sealedSecret: endpoint.sealedSecret,
    sealedPreviousSecret: until > Date.now() ? endpoint.sealedPrevious : null,
  };
}

function judge(kept: KeptWebhook | undefined, { url }: DeliveryClaim, next: NextStep, now: Date): boolean {
  if (!kept) return false;
  if (kept.webhook.url !== url || !kept.webhook.enabled) return kept.webhook.enabled;
  if (next.kind === 'delivered') kept.failingSince = null;
  if (['retry', 'exhausted', 'gone'].includes(next.kind)) kept.failingSince ??= now;
  const givenUp = next.kind === 'exhausted' && hasFailedTooLong(kept.failingSince, now);
  if (next.kind === 'gone' || givenUp) {
    const disabledReason = givenUp ? 'failing' : 'gone';
    kept.webhook = { ...kept.webhook, enabled: false, disabledReason, updatedAt: now };
  }
  return kept.webhook.enabled;
}

const endings: Readonly<Record<string, Delivery['failure']>> = {
  delivered: null,
  gone: 'endpoint_gone',
  exhausted: 'attempts_exhausted',
  disabled: 'endpoint_disabled',
};

function settle(kept: KeptDelivery, next: NextStep, enabled: boolean, now: Date): void {
  kept.leased = false;
  const ending = next.kind in endings || enabled ? next.kind : 'disabled';
  if (ending in endings) {
    end(kept, ending === 'delivered' ? 'delivered' : 'failed', endings[ending] ?? null, now);
    return;
  }
  if (next.kind === 'released') kept.tries -= 1;
  kept.dueMs = Date.now() + (next.kind === 'retry' ? next.delayMs : 0);
}

function working(memory: Memory): Pick<WebhookStore, 'claimDue' | 'record'> {
  const dueOf = (
    { webhook, failingSince }: KeptWebhook,
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
        .flatMap((kept) => dueOf(kept, perEndpoint, busy))
        .toSorted((a, b) => a.dueMs - b.dueMs)
        .slice(0, limit)
        .map((kept) => claim(memory, kept, leaseMs)),
    record: async (claimed, result, next, now) => {
      const { id, webhookId } = claimed.delivery;
      const enabled = judge(memory.webhooks.get(webhookId), claimed, next, now);
      const kept = memory.deliveries.get(id);
      const current = kept?.leased && kept.delivery.attempts === claimed.attempt ? kept : null;
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
    ...managing(memory),
    ...logging(memory),
    ...working(memory),
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
      const kept = memory.webhooks.get(read.webhookId);
      const same = (a: Buffer | null, b: Buffer | null) => (a && b ? a.equals(b) : a === b);
      if (!kept || !same(kept.sealedSecret, read.sealedSecret)) return false;
      if (!same(kept.sealedPrevious, read.sealedPrevious)) return false;
      kept.sealedSecret = sealedSecret;
      kept.sealedPrevious = sealedPrevious;
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
