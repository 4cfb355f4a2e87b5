/** `/webhooks`: list, create, read, change, delete, rotate the secret. */
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  type ManageWebhooksPorts,
  readWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from '../../actions/manage-webhooks.ts';
import { callerOf } from '../authenticate.ts';
import { errorResponses } from '../schemas/error.ts';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  toWebhookBody,
  WebhookBody,
  WebhookPath,
  WebhookWithSecretBody,
} from '../schemas/webhook.ts';

const tags = ['webhooks'];

/** Routes that return a secret. */
function secretRoutes(ports: ManageWebhooksPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/webhooks',
      {
        schema: {
          tags,
          summary: 'Create a webhook',
          body: CreateWebhookBody,
          response: { 201: WebhookWithSecretBody, ...errorResponses(400, 401, 403, 413, 415, 429, 503) },
        },
      },
      async (request, reply) => {
        const { webhook, secret } = await createWebhook(ports, callerOf(request), request.body);
        return reply
          .code(201)
          .header('location', `/webhooks/${webhook.id}`)
          .send({ ...toWebhookBody(webhook), secret });
      },
    );

    app.post(
      '/webhooks/:id/rotate-secret',
      {
        schema: {
          tags,
          summary: 'Rotate the secret of a webhook; the previous secret also signs for 24 hours',
          params: WebhookPath,
          response: { 200: WebhookWithSecretBody, ...errorResponses(401, 403, 404, 429, 503) },
        },
      },
      async (request, reply) => {
        const { webhook, secret } = await rotateWebhookSecret(ports, callerOf(request), request.params.id);
        return reply.send({ ...toWebhookBody(webhook), secret });
      },
    );
  };
}

function plainRoutes(ports: ManageWebhooksPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhooks',
      {
        schema: {
          tags,
          summary: 'List webhooks',
          response: { 200: Type.Array(WebhookBody), ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => (await listWebhooks(ports, callerOf(request))).map(toWebhookBody),
    );

    app.get(
      '/webhooks/:id',
      {
        schema: {
          tags,
          summary: 'Get a webhook',
          params: WebhookPath,
          response: { 200: WebhookBody, ...errorResponses(401, 403, 404, 429, 503) },
        },
      },
      async (request) => toWebhookBody(await readWebhook(ports, callerOf(request), request.params.id)),
    );

    app.patch(
      '/webhooks/:id',
      {
        schema: {
          tags,
          summary: 'Update a webhook, enable or disable it',
          params: WebhookPath,
          body: ChangeWebhookBody,
          response: { 200: WebhookBody, ...errorResponses(400, 401, 403, 404, 413, 415, 429, 503) },
        },
      },
      async (request) =>
        toWebhookBody(await changeWebhook(ports, callerOf(request), request.params.id, request.body)),
    );

    app.delete(
      '/webhooks/:id',
      {
        schema: {
          tags,
          summary: 'Delete a webhook with its delivery log',
          params: WebhookPath,
          response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 429, 503) },
        },
      },
      async (request, reply) => {
        await removeWebhook(ports, callerOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
}

export function webhookRoutes(ports: ManageWebhooksPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(plainRoutes(ports));
    await app.register(secretRoutes(ports));
  };
}
