/** The delivery log in Postgres: lists, test events, replays and pruning. */
import { sql } from 'kysely';
import { manualPerMinute, testEvent } from '../domain/webhook.ts';
import { countedUpTo, type ManualDelivery, type WebhookStore } from '../ports/webhook-store.ts';
import type { Announcer } from './announcer.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { fromNow } from './database-time.ts';
import { deliveryColumns, toAttempt, toDelivery } from './webhook-rows.ts';

type LogMethods = Pick<WebhookStore, 'listDeliveries' | 'findDelivery' | 'addTest' | 'replay' | 'prune'>;
type Place = { readonly accountId: string; readonly webhookId: string; readonly now: Date };

const minuteMs = 60_000;

/** Locks the endpoint and counts one manual delivery, or says why it is refused. */
async function countManualDelivery(
  tx: DatabaseTransaction,
  { accountId, webhookId, now }: Place,
): Promise<'ok' | 'absent' | 'disabled' | 'too_many'> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['enabled', 'manual_minute', 'manual_count'])
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return 'absent';
  if (!endpoint.enabled) return 'disabled';
  const { manual_minute: minute, manual_count: count } = endpoint;
  const fresh = minute === null || now.getTime() - minute.getTime() >= minuteMs;
  if (!fresh && count >= manualPerMinute) return 'too_many';
  await tx
    .updateTable('webhook_endpoints')
    .set(fresh ? { manual_minute: now, manual_count: 1 } : { manual_count: count + 1 })
    .where('id', '=', webhookId)
    .execute();
  return 'ok';
}

async function insertTest(
  tx: DatabaseTransaction,
  place: Place,
  deliveryId: string,
): Promise<ManualDelivery> {
  const spent = await countManualDelivery(tx, place);
  if (spent !== 'ok') return { kind: spent };
  const row = await tx
    .insertInto('webhook_deliveries')
    .values({
      id: deliveryId,
      endpoint_id: place.webhookId,
      type: testEvent,
      data: JSON.stringify({ webhook_id: place.webhookId }),
      occurred_at: place.now,
      due_at: sql`now()`,
      created_at: place.now,
    })
    .returning(deliveryColumns)
    .executeTakeFirstOrThrow();
  return { kind: 'queued', delivery: toDelivery(row) };
}

async function restart(tx: DatabaseTransaction, place: Place, deliveryId: string): Promise<ManualDelivery> {
  const spent = await countManualDelivery(tx, place);
  if (spent !== 'ok') return { kind: spent };
  const row = await tx
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('endpoint_id', '=', place.webhookId)
    .where('id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return { kind: 'absent' };
  if (row.lease_until) return { kind: 'queued', delivery: toDelivery(row) };
  const again = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', failure: null, ended_at: null, tries: 0, due_at: sql`now()` })
    .where('id', '=', deliveryId)
    .returning(deliveryColumns)
    .executeTakeFirstOrThrow();
  return { kind: 'queued', delivery: toDelivery(again) };
}

export function webhookLogIn(db: Database, announcer: Announcer): LogMethods {
  /** Wakes the workers after the commit. */
  const announced = async (queue: (tx: DatabaseTransaction) => Promise<ManualDelivery>) => {
    const delivery = await db.transaction().execute(queue);
    if (delivery.kind === 'queued') announcer.deliveryQueued();
    return delivery;
  };
  const isOwner = async (accountId: string, webhookId: string) =>
    (await db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', webhookId)
      .executeTakeFirst()) !== undefined;
  return {
    listDeliveries: async (accountId, webhookId, { state, page }) => {
      if (!(await isOwner(accountId, webhookId))) return null;
      let chosen = db.selectFrom('webhook_deliveries').where('endpoint_id', '=', webhookId);
      if (state) chosen = chosen.where('state', '=', state);
      const { total } = await db
        .selectFrom(chosen.select('id').limit(countedUpTo(page)).as('counted'))
        .select((all) => all.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if ((page.number - 1) * page.size >= total) return { items: [], total };
      const rows = await chosen
        .select(deliveryColumns)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.size)
        .offset((page.number - 1) * page.size)
        .execute();
      return { items: rows.map(toDelivery), total };
    },

    findDelivery: async (accountId, webhookId, deliveryId) => {
      if (!(await isOwner(accountId, webhookId))) return null;
      const row = await db
        .selectFrom('webhook_deliveries')
        .select(deliveryColumns)
        .where('endpoint_id', '=', webhookId)
        .where('id', '=', deliveryId)
        .executeTakeFirst();
      if (!row) return null;
      const attempts = await db
        .selectFrom('webhook_attempts')
        .selectAll()
        .where('delivery_id', '=', deliveryId)
        .orderBy('number')
        .execute();
      return { delivery: toDelivery(row), attempts: attempts.map(toAttempt) };
    },

    addTest: (accountId, webhookId, deliveryId, now) =>
      announced((tx) => insertTest(tx, { accountId, webhookId, now }, deliveryId)),

    replay: (accountId, webhookId, deliveryId, now) =>
      announced((tx) => restart(tx, { accountId, webhookId, now }, deliveryId)),

    prune: async (keptMs, limit) => {
      const old = db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('ended_at', '<', fromNow(-keptMs))
        .orderBy('ended_at')
        .limit(limit)
        .forUpdate()
        .skipLocked();
      const removed = await db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}
