/** `/webhooks`: list, create, read, change, delete, rotate the secret. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { answer, noContent } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  toWebhookBody,
  WebhookBody,
  WebhookListBody,
  WebhookPath,
  WebhookWithSecretBody,
} from '../schemas/webhook.ts';

const tags = ['Webhooks'];

/** Routes that return a secret. */
function secretRoutes(ports: ManageWebhooksPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/webhooks',
      {
        schema: {
          tags,
          operationId: 'createWebhook',
          summary: 'Create a webhook',
          description:
            'Posts the events you choose to your URL, signed according to Standard Webhooks. The response is one of two that contain the secret: store it safely.',
          body: CreateWebhookBody,
          response: {
            201: answer(WebhookWithSecretBody, 'The webhook was created.', {
              headers: ['Location', 'Cache-Control'],
            }),
            ...errorResponses(400, 'invalid_json', 401, 403, 'webhook_limit_reached', 413, 415, 429, 503),
          },
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
          operationId: 'rotateWebhookSecret',
          summary: 'Rotate the secret of a webhook',
          description:
            'Returns a new secret. For 24 hours, messages are signed with the previous one as well, so you can change receivers without losing events.',
          params: WebhookPath,
          response: {
            200: answer(WebhookWithSecretBody, 'The new secret.', { headers: ['Cache-Control'] }),
            ...errorResponses(401, 403, 'webhook_not_found', 429, 503),
          },
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
          operationId: 'listWebhooks',
          summary: 'List webhooks',
          description: 'All webhooks of the account, without their secrets.',
          response: { 200: answer(WebhookListBody, 'The webhooks.'), ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => (await listWebhooks(ports, callerOf(request))).map(toWebhookBody),
    );

    app.get(
      '/webhooks/:id',
      {
        schema: {
          tags,
          operationId: 'getWebhook',
          summary: 'Get a webhook',
          description: 'One webhook, without its secret.',
          params: WebhookPath,
          response: {
            200: answer(WebhookBody, 'The webhook.'),
            ...errorResponses(401, 403, 'webhook_not_found', 429, 503),
          },
        },
      },
      async (request) => toWebhookBody(await readWebhook(ports, callerOf(request), request.params.id)),
    );

    app.patch(
      '/webhooks/:id',
      {
        schema: {
          tags,
          operationId: 'updateWebhook',
          summary: 'Update a webhook',
          description: 'Changes the fields you send. `enabled` turns the webhook on or off.',
          params: WebhookPath,
          body: ChangeWebhookBody,
          response: {
            200: answer(WebhookBody, 'The webhook after the change.'),
            ...errorResponses(400, 'invalid_json', 401, 403, 'webhook_not_found', 413, 415, 429, 503),
          },
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
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook',
          description: 'Deletes the webhook and its delivery log. Events that are still queued are not sent.',
          params: WebhookPath,
          response: {
            204: noContent('The webhook was deleted.'),
            ...errorResponses(401, 403, 'webhook_not_found', 429, 503),
          },
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
