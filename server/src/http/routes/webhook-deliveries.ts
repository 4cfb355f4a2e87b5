/** `/webhooks/{id}/deliveries`: the log, replays and test events. */
import type { FastifyPluginAsyncTypebox, Static } from '@fastify/type-provider-typebox';
import {
  listDeliveries,
  type ManageDeliveriesPorts,
  readDelivery,
  replayDelivery,
  sendTestEvent,
} from '../../actions/manage-deliveries.ts';
import { testEvent } from '../../domain/webhook.ts';
import { callerOf } from '../authenticate.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { queuedDeliveryExample } from '../schemas/examples.ts';
import {
  DeliveryBody,
  DeliveryDetailBody,
  DeliveryListBody,
  DeliveryListQuery,
  DeliveryPath,
  toDeliveryBody,
  toDeliveryDetailBody,
  WebhookPath,
} from '../schemas/webhook.ts';

const tags = ['Webhooks'];

const queued = queuedDeliveryExample as Static<typeof DeliveryBody>;
const queuedTest = { ...queued, type: testEvent, job_id: null } as const;

function logRoutes(ports: ManageDeliveriesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhooks/:id/deliveries',
      {
        schema: {
          tags,
          operationId: 'listDeliveries',
          summary: 'List deliveries',
          description:
            'The deliveries of a webhook, most recent first, page by page. They are kept for 30 days after they ended.',
          params: WebhookPath,
          querystring: DeliveryListQuery,
          response: {
            200: answer(DeliveryListBody, 'One page of the list.'),
            ...errorResponses(400, 401, 403, 'webhook_not_found', 429, 503),
          },
        },
      },
      async (request) => {
        const { page, page_size: size, state = null } = request.query;
        const query = { state, page: { number: page, size } };
        const { items, total } = await listDeliveries(ports, callerOf(request), request.params.id, query);
        return { items: items.map(toDeliveryBody), total, page, page_size: size };
      },
    );

    app.get(
      '/webhooks/:id/deliveries/:delivery_id',
      {
        schema: {
          tags,
          operationId: 'getDelivery',
          summary: 'Get a delivery',
          description: 'A delivery with its payload and every attempt.',
          params: DeliveryPath,
          response: {
            200: answer(DeliveryDetailBody, 'The delivery.'),
            ...errorResponses(401, 403, 'webhook_not_found', 'webhook_delivery_not_found', 429, 503),
          },
        },
      },
      async (request) => {
        const { id, delivery_id: deliveryId } = request.params;
        const { delivery, attempts } = await readDelivery(ports, callerOf(request), id, deliveryId);
        return toDeliveryDetailBody(delivery, attempts);
      },
    );
  };
}

function manualRoutes(ports: ManageDeliveriesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/webhooks/:id/deliveries/:delivery_id/replay',
      {
        schema: {
          tags,
          operationId: 'replayDelivery',
          summary: 'Send a delivery again',
          description: 'Queues the same payload again under the same id, so receivers recognise it.',
          params: DeliveryPath,
          response: {
            202: answer(DeliveryBody, 'The delivery is queued.', { example: queued }),
            ...errorResponses(401, 403, 'webhook_not_found', 'webhook_delivery_not_found'),
            ...errorResponses('webhook_disabled', 429, 'webhook_rate_limit', 503),
          },
        },
      },
      async (request, reply) => {
        const { id, delivery_id: deliveryId } = request.params;
        const delivery = await replayDelivery(ports, callerOf(request), id, deliveryId);
        return reply.code(202).send(toDeliveryBody(delivery));
      },
    );

    app.post(
      '/webhooks/:id/test',
      {
        schema: {
          tags,
          operationId: 'sendTestEvent',
          summary: 'Send a test event',
          description: 'Queues an event of the type `webhook.test`, to try a receiver.',
          params: WebhookPath,
          response: {
            202: answer(DeliveryBody, 'The event is queued.', { example: queuedTest }),
            ...errorResponses(401, 403, 'webhook_not_found'),
            ...errorResponses('webhook_disabled', 429, 'webhook_rate_limit', 503),
          },
        },
      },
      async (request, reply) => {
        const delivery = await sendTestEvent(ports, callerOf(request), request.params.id);
        return reply.code(202).send(toDeliveryBody(delivery));
      },
    );
  };
}

export function webhookDeliveryRoutes(ports: ManageDeliveriesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(logRoutes(ports));
    await app.register(manualRoutes(ports));
  };
}
