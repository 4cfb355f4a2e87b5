/** Webhooks and deliveries in memory. */
import { randomUUID } from 'node:crypto';
import type { Job } from '../../src/domain/job.ts';
import type { Webhook } from '../../src/domain/webhook.ts';
import type { WebhookStore } from '../../src/ports/webhook-store.ts';
import { deliveryClaimsIn } from './memory-webhook-claims.ts';
import { deliveryLogIn } from './memory-webhook-log.ts';
import {
  addDelivery,
  deliveriesOf,
  failPendingDeliveries,
  ownedWebhook,
  type WebhookMemory,
} from './memory-webhook-records.ts';

export type MemoryWebhooks = WebhookStore & {
  /** Does what the trigger on events does in Postgres. */
  jobEnded(job: Job): void;
  pendingCount(): number;
};

function endpointsIn(
  memory: WebhookMemory,
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
    find: async (accountId, webhookId) => ownedWebhook(memory, accountId, webhookId)?.webhook ?? null,
    update: async (accountId, webhookId, change, now) => {
      const entry = ownedWebhook(memory, accountId, webhookId);
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
      const entry = ownedWebhook(memory, accountId, webhookId);
      if (!entry) return null;
      entry.sealedPrevious = entry.sealedSecret;
      entry.sealedSecret = sealedSecret;
      entry.webhook = { ...entry.webhook, previousSecretUntil: previousUntil, updatedAt: now };
      return entry.webhook;
    },
    remove: async (accountId, webhookId) => {
      if (!ownedWebhook(memory, accountId, webhookId)) return false;
      for (const { delivery } of deliveriesOf(memory, webhookId)) memory.deliveries.delete(delivery.id);
      return memory.webhooks.delete(webhookId);
    },
  };
}

function sealedSecretsIn(memory: WebhookMemory): Pick<WebhookStore, 'sealedSecrets' | 'replaceSealed'> {
  return {
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
  };
}

export function memoryWebhooks(): MemoryWebhooks {
  const memory: WebhookMemory = { webhooks: new Map(), deliveries: new Map() };
  return {
    ...endpointsIn(memory),
    ...deliveryLogIn(memory),
    ...deliveryClaimsIn(memory),
    ...sealedSecretsIn(memory),
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
          addDelivery(
            memory,
            { id: randomUUID(), webhookId: webhook.id, type, jobId: job.id, data },
            new Date(),
          );
      }
    },
  };
}
