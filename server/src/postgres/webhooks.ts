/** Webhooks in Postgres. Locks are taken in the order endpoint, deliveries. */
import { sql } from 'kysely';
import type { NewWebhook, WebhookChange, WebhookStore } from '../ports/webhook-store.ts';
import type { Announcer } from './announcer.ts';
import { lockOpenAccount } from './closed-accounts.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { failPendingDeliveries, webhookClaimsIn } from './webhook-claims.ts';
import { webhookLogIn } from './webhook-log.ts';
import { toWebhook, webhookColumns } from './webhook-rows.ts';
import { webhookSealsIn } from './webhook-seals.ts';

async function insertUnlessFull(tx: DatabaseTransaction, webhook: NewWebhook, max: number) {
  // The lock on the account makes counting and inserting atomic.
  await lockOpenAccount(tx, webhook.accountId);
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('account_id', '=', webhook.accountId)
    .executeTakeFirstOrThrow();
  if (count >= max) return null;
  return tx
    .insertInto('webhook_endpoints')
    .values({
      id: webhook.id,
      account_id: webhook.accountId,
      url: webhook.url,
      events: [...webhook.events],
      description: webhook.description,
      secret_sealed: webhook.sealedSecret,
      created_at: webhook.createdAt,
      updated_at: webhook.createdAt,
    })
    .returning(webhookColumns)
    .executeTakeFirstOrThrow();
}

function changedColumns({ url, events, description, enabled }: WebhookChange) {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: [...events] }),
    ...(description !== undefined && { description }),
    ...(enabled === true && { enabled, disabled_reason: null, failing_since: null }),
    // An endpoint that was disabled for another reason keeps that reason.
    ...(enabled === false && { enabled, disabled_reason: sql<string>`coalesce(disabled_reason, 'owner')` }),
    // Failures of the old URL do not apply to the new one.
    ...(url !== undefined && { failing_since: null }),
  };
}

export function webhooksIn(db: Database, announcer: Announcer): WebhookStore {
  const ofAccount = (accountId: string) =>
    db.selectFrom('webhook_endpoints').select(webhookColumns).where('account_id', '=', accountId);
  return {
    ...webhookLogIn(db, announcer),
    ...webhookClaimsIn(db),
    ...webhookSealsIn(db),

    create: async (webhook, max) => {
      const row = await db.transaction().execute((tx) => insertUnlessFull(tx, webhook, max));
      return row && toWebhook(row);
    },

    list: async (accountId) => {
      const rows = await ofAccount(accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      return rows.map(toWebhook);
    },

    find: async (accountId, webhookId) => {
      const row = await ofAccount(accountId).where('id', '=', webhookId).executeTakeFirst();
      return row ? toWebhook(row) : null;
    },

    update: (accountId, webhookId, change, now) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('webhook_endpoints')
          .set({ ...changedColumns(change), updated_at: now })
          .where('account_id', '=', accountId)
          .where('id', '=', webhookId)
          .returning(webhookColumns)
          .executeTakeFirst();
        if (row && !row.enabled) await failPendingDeliveries(tx, webhookId, 'endpoint_disabled', now);
        return row ? toWebhook(row) : null;
      }),

    rotateSecret: async (accountId, webhookId, sealedSecret, previousUntil, now) => {
      const row = await db
        .updateTable('webhook_endpoints')
        .set((set) => ({
          previous_secret_sealed: set.ref('secret_sealed'),
          previous_secret_until: previousUntil,
          secret_sealed: sealedSecret,
          updated_at: now,
        }))
        .where('account_id', '=', accountId)
        .where('id', '=', webhookId)
        .returning(webhookColumns)
        .executeTakeFirst();
      return row ? toWebhook(row) : null;
    },

    remove: async (accountId, webhookId) => {
      const removed = await db
        .deleteFrom('webhook_endpoints')
        .where('account_id', '=', accountId)
        .where('id', '=', webhookId)
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
  };
}
