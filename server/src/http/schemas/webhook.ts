/** Webhooks, their deliveries and attempts on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import { OneOf, storableText } from '../../domain/schema-parts.ts';
import {
  type Attempt,
  type AttemptFault,
  attemptFaults,
  type Delivery,
  deliveryFailures,
  deliveryStates,
  disabledReasons,
  testEvent,
  type Webhook,
  webhookDescriptionCharsMax,
  webhookEvents,
  webhookUrlCharsMax,
} from '../../domain/webhook.ts';
import {
  createWebhookExample,
  deliveryDetailExample,
  deliveryExample,
  deliveryListExample,
  exampleIds,
  webhookExample,
  webhookSecretExample,
} from './examples.ts';
import { Timestamp } from './scalars.ts';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const Url = Type.String({
  minLength: 1,
  maxLength: webhookUrlCharsMax,
  description: 'Events are posted to this URL.',
});
const Events = Type.Array(OneOf(webhookEvents), { minItems: 1, description: 'The events that are posted.' });
const descriptionRules = { maxLength: webhookDescriptionCharsMax, pattern: storableText };
const Description = Type.String({ ...descriptionRules, description: 'Your note.' });
const Enabled = Type.Boolean({ description: 'Whether events are posted.' });

const fields = {
  id: Type.String({ format: 'uuid' }),
  url: Url,
  events: Events,
  description: Description,
  enabled: Enabled,
  disabled_reason: orNull(
    OneOf(disabledReasons),
    '`gone`: the receiver answered 410. `failing`: it accepted nothing for three days. `owner`: disabled on request.',
  ),
  previous_secret_until: orNull(Timestamp, 'Until when the previous secret also signs.'),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const WebhookBody = Type.Object(fields, { $id: 'Webhook', examples: [webhookExample] });
export const WebhookListBody = Type.Array(WebhookBody, { $id: 'WebhookList', examples: [[webhookExample]] });

export const WebhookWithSecretBody = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: 'Verifies signatures. It is shown only once.' }),
  },
  { $id: 'WebhookWithSecret', examples: [webhookSecretExample] },
);

export const CreateWebhookBody = Type.Object(
  {
    url: Url,
    events: Type.Array(OneOf(webhookEvents), {
      $id: 'WebhookEvents',
      minItems: 1,
      default: [...webhookEvents],
      description: 'The events to post; all of them unless given.',
    }),
    description: Type.String({
      $id: 'WebhookDescription',
      ...descriptionRules,
      default: '',
      description: 'A note for yourself.',
    }),
  },
  { $id: 'CreateWebhook', additionalProperties: false, examples: [createWebhookExample] },
);

export const ChangeWebhookBody = Type.Partial(
  Type.Object({ url: Url, events: Events, description: Description, enabled: Enabled }),
  { $id: 'UpdateWebhook', additionalProperties: false, minProperties: 1, examples: [{ enabled: true }] },
);

const deliveryFields = {
  id: Type.String({ format: 'uuid', description: 'The header `webhook-id` of every attempt.' }),
  type: OneOf([...webhookEvents, testEvent]),
  job_id: orNull(Type.String({ format: 'uuid' }), 'null for a test event.'),
  state: OneOf(deliveryStates),
  failure: orNull(OneOf(deliveryFailures), 'null unless failed.'),
  attempt_count: Type.Integer(),
  next_attempt_at: orNull(Timestamp, 'null when it has ended, and while an attempt is under way.'),
  created_at: Timestamp,
  ended_at: orNull(Timestamp, 'null while pending.'),
};

export const DeliveryBody = Type.Object(deliveryFields, {
  $id: 'WebhookDelivery',
  examples: [deliveryExample],
});

export const DeliveryListBody = Type.Object(
  {
    items: Type.Array(DeliveryBody),
    total: Type.Integer({
      description: 'Exact up to 10,000 entries beyond the page that was asked for; counting stops there.',
    }),
    page: Type.Integer(),
    page_size: Type.Integer(),
  },
  { $id: 'WebhookDeliveryList', examples: [deliveryListExample] },
);

export const DeliveryDetailBody = Type.Object(
  {
    ...deliveryFields,
    payload: Type.Object(
      {
        type: OneOf([...webhookEvents, testEvent]),
        timestamp: Timestamp,
        data: Type.Object({}, { additionalProperties: true }),
      },
      { description: 'What is posted.' },
    ),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: Timestamp,
        duration_ms: orNull(Type.Integer(), 'null while it is under way.'),
        status_code: orNull(Type.Integer(), 'What the receiver answered, if it did.'),
        fault: orNull(OneOf(attemptFaults), 'null for a success.'),
        message: orNull(Type.String(), 'The fault in a sentence.'),
        redirects: Type.Integer({ description: 'Redirects that were followed or refused.' }),
      }),
    ),
  },
  { $id: 'WebhookDeliveryDetail', examples: [deliveryDetailExample] },
);

export const DeliveryListQuery = Type.Object({
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'The page of the list; the first is 1.',
  }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Deliveries per page.' }),
  state: Type.Optional(OneOf(deliveryStates, { description: 'Only deliveries in this state.' })),
});

export const WebhookPath = Type.Object({
  id: Type.String({ description: 'Webhook identifier.', examples: [exampleIds.webhook] }),
});
export const DeliveryPath = Type.Object({
  id: Type.String({ description: 'Webhook identifier.', examples: [exampleIds.webhook] }),
  delivery_id: Type.String({ description: 'Delivery identifier.', examples: [exampleIds.delivery] }),
});

const faultSentences: Readonly<Record<AttemptFault, string>> = {
  status: 'The receiver answered, but not with a status from 200 to 299.',
  redirect: 'The receiver redirected in a way that does not keep the request: only 307 and 308 do.',
  too_many_redirects: 'The receiver redirected more than three times.',
  private_address: 'The URL leads to an address that is not public, so nothing was sent there.',
  insecure_url: 'The URL does not begin with https://, so nothing was sent there.',
  timeout: 'The receiver did not answer in time.',
  dns: 'The name of the receiver could not be resolved.',
  connection: 'The connection failed or was closed.',
  tls: 'The receiver’s certificate or TLS is not valid.',
  invalid_response: 'The receiver’s answer is not valid HTTP.',
  interrupted: 'The attempt was interrupted on our side; it is repeated.',
  endpoint_disabled: 'The webhook was disabled.',
  internal: 'The attempt failed on our side; it is repeated.',
};

export function toWebhookBody(webhook: Webhook): Static<typeof WebhookBody> {
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    previous_secret_until: webhook.previousSecretUntil?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

export function toDeliveryBody(delivery: Delivery): Static<typeof DeliveryBody> {
  return {
    id: delivery.id,
    type: delivery.type,
    job_id: delivery.jobId,
    state: delivery.state,
    failure: delivery.failure,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    ended_at: delivery.endedAt?.toISOString() ?? null,
  };
}

function toAttemptBody({ number, at, result }: Attempt) {
  return {
    number,
    at: at.toISOString(),
    duration_ms: result?.durationMs ?? null,
    status_code: result?.statusCode ?? null,
    fault: result?.fault ?? null,
    message: result?.fault ? faultSentences[result.fault] : null,
    redirects: result?.redirects ?? 0,
  };
}

export function toDeliveryDetailBody(
  delivery: Delivery,
  attempts: readonly Attempt[],
): Static<typeof DeliveryDetailBody> {
  const { type, occurredAt, data } = delivery;
  return {
    ...toDeliveryBody(delivery),
    payload: { type, timestamp: occurredAt.toISOString(), data },
    attempts: attempts.map(toAttemptBody),
  };
}
