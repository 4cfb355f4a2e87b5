/** Maps rows of webhooks, deliveries and attempts. */
import type { Selectable } from 'kysely';
import type {
  Attempt,
  AttemptFault,
  Delivery,
  DeliveryFailure,
  DeliveryState,
  DeliveryType,
  DisabledReason,
  Webhook,
  WebhookEvent,
} from '../domain/webhook.ts';
import { readDeliveryData } from './json-values.ts';
import type { WebhookAttempts, WebhookDeliveries, WebhookEndpoints } from './schema.ts';

export const webhookColumns = [
  'id',
  'account_id',
  'url',
  'events',
  'description',
  'enabled',
  'disabled_reason',
  'previous_secret_until',
  'created_at',
  'updated_at',
] as const;

export const deliveryColumns = [
  'id',
  'endpoint_id',
  'job_id',
  'type',
  'data',
  'occurred_at',
  'state',
  'failure',
  'attempts',
  'due_at',
  'lease_until',
  'created_at',
  'ended_at',
] as const;

type WebhookRow = Pick<Selectable<WebhookEndpoints>, (typeof webhookColumns)[number]>;
type DeliveryRow = Pick<Selectable<WebhookDeliveries>, (typeof deliveryColumns)[number]>;

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: row.events as WebhookEvent[],
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason as DisabledReason | null,
    previousSecretUntil: row.previous_secret_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toDelivery(row: DeliveryRow): Delivery {
  const waits = row.state === 'pending' && row.lease_until === null;
  return {
    id: row.id,
    webhookId: row.endpoint_id,
    type: row.type as DeliveryType,
    jobId: row.job_id,
    data: readDeliveryData(row.data),
    occurredAt: row.occurred_at,
    state: row.state as DeliveryState,
    failure: row.failure as DeliveryFailure | null,
    attempts: row.attempts,
    nextAttemptAt: waits ? row.due_at : null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

export function toAttempt(row: Selectable<WebhookAttempts>): Attempt {
  const { number, at, duration_ms: durationMs, status_code: statusCode, redirects } = row;
  if (durationMs === null) return { number, at, result: null };
  return {
    number,
    at,
    result: { statusCode, fault: row.fault as AttemptFault | null, redirects, durationMs },
  };
}
