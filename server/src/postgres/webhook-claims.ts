/** Claims webhook deliveries under a lease, and records their results under the same attempt. */
import { sql } from 'kysely';
import {
  type AttemptResult,
  type DeliveryFailure,
  hasFailedTooLong,
  type NextStep,
} from '../domain/webhook.ts';
import type { DeliveryClaim, DueRequest, WebhookStore } from '../ports/webhook-store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { fromNow } from './database-time.ts';
import { lowestId } from './id-bounds.ts';
import { deliveryColumns, toDelivery } from './webhook-rows.ts';

type ClaimMethods = Pick<WebhookStore, 'claimDue' | 'record'>;

/** Endpoints per query: the cost does not grow with the number that wait. */
const endpointsPerRound = 200;

/** A loose index scan from endpoint to endpoint, starting after the given one. */
async function waitingEndpoints(db: Database, after: string | null): Promise<readonly string[]> {
  const { rows } = await sql<{ endpoint_id: string }>`
    with recursive waiting (endpoint_id, place) as (
      (select endpoint_id, 1 from webhook_deliveries
       where state = 'pending' and endpoint_id > ${after ?? lowestId} order by endpoint_id limit 1)
      union all
      select (
        select next.endpoint_id from webhook_deliveries next
        where next.state = 'pending' and next.endpoint_id > waiting.endpoint_id
        order by next.endpoint_id limit 1
      ), place + 1
      from waiting where waiting.endpoint_id is not null and place < ${endpointsPerRound}
    )
    select endpoint_id from waiting where endpoint_id is not null order by endpoint_id`.execute(db);
  return rows.map((row) => row.endpoint_id);
}

/** A few due deliveries of each endpoint. */
async function lockDue(
  tx: DatabaseTransaction,
  endpointIds: readonly string[],
  request: DueRequest,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with capacity (endpoint_id, free) as (
      select endpoint.id,
             greatest(0, case when endpoint.failing_since is null then ${request.perEndpoint}::int else 1 end
                         - coalesce(busy.count, 0))
      from webhook_endpoints endpoint
      left join unnest(${[...request.busy.keys()]}::uuid[], ${[...request.busy.values()]}::int[]) busy (id, count)
        on busy.id = endpoint.id
      where endpoint.id = any(${[...endpointIds]}::uuid[])
    )
    select due.id from capacity cross join lateral (
      select delivery.id, delivery.due_at from webhook_deliveries delivery
      where delivery.endpoint_id = capacity.endpoint_id and delivery.state = 'pending' and delivery.due_at <= now()
      order by delivery.due_at limit capacity.free
      for update skip locked
    ) due
    order by due.due_at limit ${request.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Each call continues after the endpoints of the previous one, and wraps around. */
function claimDueIn(db: Database): WebhookStore['claimDue'] {
  let after: string | null = null;

  async function nextEndpoints(): Promise<readonly string[]> {
    const endpoints = await waitingEndpoints(db, after);
    const isEnd = endpoints.length < endpointsPerRound;
    const isPart = after !== null;
    after = isEnd ? null : (endpoints.at(-1) ?? null);
    if (!isEnd || !isPart) return endpoints;
    const fromStart = await waitingEndpoints(db, null);
    return [...new Set([...endpoints, ...fromStart])].slice(0, endpointsPerRound);
  }

  return async (request) => {
    const endpoints = await nextEndpoints();
    if (endpoints.length === 0) return [];
    return db.transaction().execute(async (tx) => {
      const ids = await lockDue(tx, endpoints, request);
      return ids.length > 0 ? claimLocked(tx, ids, request.leaseMs) : [];
    });
  };
}

async function claimLocked(
  tx: DatabaseTransaction,
  ids: readonly string[],
  leaseMs: number,
): Promise<readonly DeliveryClaim[]> {
  // Their previous workers did not report a result.
  await tx
    .updateTable('webhook_attempts')
    .set({
      fault: 'interrupted',
      duration_ms: sql<number>`greatest(0, extract(epoch from now() - at) * 1000)::int`,
    })
    .where('delivery_id', 'in', ids)
    .where('duration_ms', 'is', null)
    .execute();
  const lease = fromNow(leaseMs);
  const rows = await tx
    .updateTable('webhook_deliveries as delivery')
    .from('webhook_endpoints as endpoint')
    .set((set) => ({
      attempts: set('delivery.attempts', '+', 1),
      tries: set('delivery.tries', '+', 1),
      due_at: lease,
      lease_until: lease,
    }))
    .whereRef('endpoint.id', '=', 'delivery.endpoint_id')
    .where('delivery.id', 'in', ids)
    .returning(deliveryColumns.map((column) => `delivery.${column}` as const))
    .returning(['delivery.tries', 'endpoint.url', 'endpoint.enabled', 'endpoint.secret_sealed'])
    .returning(
      sql<Buffer | null>`case when endpoint.previous_secret_until > now() then endpoint.previous_secret_sealed end`.as(
        'previous_secret_sealed',
      ),
    )
    .execute();
  if (rows.length > 0) {
    await tx
      .insertInto('webhook_attempts')
      .values(rows.map((row) => ({ delivery_id: row.id, number: row.attempts, at: sql<Date>`now()` })))
      .execute();
  }
  return rows.map((row) => ({
    delivery: toDelivery(row),
    attempt: row.attempts,
    tries: row.tries,
    url: row.url,
    enabled: row.enabled,
    sealedSecret: row.secret_sealed,
    sealedPreviousSecret: row.previous_secret_sealed,
  }));
}

/** Fails the waiting deliveries of an endpoint, whose row the caller has locked. A running attempt ends by itself. */
export async function failPendingDeliveries(
  tx: DatabaseTransaction,
  endpointId: string,
  failure: DeliveryFailure,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', failure, ended_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .where('lease_until', 'is', null)
    .execute();
}

/** Locks the endpoint only if there were failures before, because jobs that end need that lock as well. */
async function recordWebhookSuccess(
  tx: DatabaseTransaction,
  { delivery, url }: DeliveryClaim,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('id', '=', delivery.webhookId)
    .where('url', '=', url)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Marks the endpoint as failing, or disables it. Does nothing when its URL was replaced in the meantime. */
async function recordWebhookFailure(
  tx: DatabaseTransaction,
  { delivery, url }: DeliveryClaim,
  next: NextStep,
  now: Date,
): Promise<{ readonly enabled: boolean }> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['enabled', 'url', 'failing_since'])
    .where('id', '=', delivery.webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return { enabled: false };
  if (endpoint.url !== url || !endpoint.enabled) return endpoint;
  if (next.kind === 'released' || next.kind === 'disabled') return endpoint;
  const failingSince = endpoint.failing_since ?? now;
  const failedTooLong = next.kind === 'exhausted' && hasFailedTooLong(failingSince, now);
  const off = next.kind === 'gone' || failedTooLong;
  if (!off && endpoint.failing_since) return endpoint;
  await tx
    .updateTable('webhook_endpoints')
    .set({
      failing_since: failingSince,
      ...(off && { enabled: false, disabled_reason: failedTooLong ? 'failing' : 'gone', updated_at: now }),
    })
    .where('id', '=', delivery.webhookId)
    .execute();
  return { enabled: !off };
}

/** The new state of the delivery; a retry fails when its endpoint was disabled. */
function deliveryAfter(next: NextStep, enabled: boolean, now: Date) {
  const ended = { ended_at: now, lease_until: null };
  if (next.kind === 'delivered') return { ...ended, state: 'delivered' };
  if (next.kind === 'gone') return { ...ended, state: 'failed', failure: 'endpoint_gone' };
  if (next.kind === 'exhausted') return { ...ended, state: 'failed', failure: 'attempts_exhausted' };
  if (next.kind === 'disabled' || !enabled)
    return { ...ended, state: 'failed', failure: 'endpoint_disabled' };
  if (next.kind === 'released') {
    return { lease_until: null, due_at: fromNow(0), tries: sql<number>`greatest(0, tries - 1)` };
  }
  return { lease_until: null, due_at: fromNow(next.delayMs) };
}

async function recordAttempt(
  tx: DatabaseTransaction,
  claim: DeliveryClaim,
  result: AttemptResult,
  next: NextStep,
  now: Date,
): Promise<boolean> {
  const isDelivered = next.kind === 'delivered';
  if (isDelivered) await recordWebhookSuccess(tx, claim);
  const enabled = isDelivered || (await recordWebhookFailure(tx, claim, next, now)).enabled;
  const { id, webhookId } = claim.delivery;
  const changed = await tx
    .updateTable('webhook_deliveries')
    .set(deliveryAfter(next, enabled, now))
    .where('id', '=', id)
    .where('attempts', '=', claim.attempt)
    .where('lease_until', 'is not', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) {
    await tx
      .updateTable('webhook_attempts')
      .set({
        duration_ms: Math.round(result.durationMs),
        status_code: result.statusCode,
        fault: result.fault,
        redirects: result.redirects,
      })
      .where('delivery_id', '=', id)
      .where('number', '=', claim.attempt)
      .execute();
  }
  if (!enabled) {
    const failure = next.kind === 'gone' ? 'endpoint_gone' : 'endpoint_disabled';
    await failPendingDeliveries(tx, webhookId, failure, now);
  }
  return changed.numUpdatedRows > 0n;
}

export function webhookClaimsIn(db: Database): ClaimMethods {
  return {
    claimDue: claimDueIn(db),

    record: (claim, result, next, now) =>
      db.transaction().execute((tx) => recordAttempt(tx, claim, result, next, now)),
  };
}
