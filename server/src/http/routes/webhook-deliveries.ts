/** `/webhooks/{id}/deliveries`: the log, replays and test events. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  listDeliveries,
  type ManageDeliveriesPorts,
  readDelivery,
  replayDelivery,
  sendTestEvent,
} from '../../actions/manage-deliveries.ts';
import { callerOf } from '../authenticate.ts';
import { errorResponses } from '../schemas/error.ts';
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

const tags = ['webhooks'];

function logRoutes(ports: ManageDeliveriesPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhooks/:id/deliveries',
      {
        schema: {
          tags,
          summary: 'List deliveries, most recent first',
          params: WebhookPath,
          querystring: DeliveryListQuery,
          response: { 200: DeliveryListBody, ...errorResponses(400, 401, 403, 404, 429, 503) },
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
          summary: 'Get a delivery with its attempts',
          params: DeliveryPath,
          response: { 200: DeliveryDetailBody, ...errorResponses(401, 403, 404, 429, 503) },
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
          summary: 'Send a delivery again, under the same id',
          params: DeliveryPath,
          response: { 202: DeliveryBody, ...errorResponses(401, 403, 404, 409, 429, 503) },
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
          summary: 'Send a test event',
          params: WebhookPath,
          response: { 202: DeliveryBody, ...errorResponses(401, 403, 404, 409, 429, 503) },
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
