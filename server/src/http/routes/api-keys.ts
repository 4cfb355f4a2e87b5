/** `/api-keys`: list, create, revoke. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  createKey,
  listKeys,
  type ManageKeysPorts,
  requireProgrammaticAccess,
  revokeKey,
} from '../../actions/manage-keys.ts';
import { callerOf } from '../authenticate.ts';
import { answer, noContent } from '../schemas/answer.ts';
import {
  ApiKeyListBody,
  ApiKeyPath,
  CreateApiKeyBody,
  NewApiKeyBody,
  toApiKeyBody,
} from '../schemas/api-key.ts';
import { errorResponses } from '../schemas/error.ts';

export function apiKeyRoutes(ports: ManageKeysPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api-keys',
      {
        schema: {
          tags: ['API keys'],
          operationId: 'listApiKeys',
          summary: 'List API keys',
          description:
            'All keys of the account, revoked ones included. The keys themselves are not shown again.',
          response: {
            200: answer(ApiKeyListBody, 'The keys, most recent first.'),
            ...errorResponses(401, 403, 429, 503),
          },
        },
      },
      async (request) => (await listKeys(ports, callerOf(request))).map(toApiKeyBody),
    );

    app.post(
      '/api-keys',
      {
        // Before the body is read: a plan without keys needs no advice about their names.
        onRequest: async (request) => requireProgrammaticAccess(callerOf(request)),
        schema: {
          tags: ['API keys'],
          operationId: 'createApiKey',
          summary: 'Create an API key',
          description:
            'The response is the only one that contains the key: store it safely. API keys are available on Pro and Business.',
          body: CreateApiKeyBody,
          response: {
            201: answer(NewApiKeyBody, 'The key was created.', { headers: ['Cache-Control'] }),
            ...errorResponses(400, 'invalid_json', 401, 403, 'api_key_limit_reached', 413, 415, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const { key, rawKey } = await createKey(ports, callerOf(request), request.body.name);
        return reply
          .code(201)
          .header('location', `/api-keys/${key.id}`)
          .send({ ...toApiKeyBody(key), raw_key: rawKey });
      },
    );

    app.delete(
      '/api-keys/:key_id',
      {
        schema: {
          tags: ['API keys'],
          operationId: 'revokeApiKey',
          summary: 'Revoke an API key',
          description: 'The key stops working at once and for good. It stays in the list as inactive.',
          params: ApiKeyPath,
          response: {
            204: noContent('The key was revoked.'),
            ...errorResponses(401, 403, 'api_key_not_found', 429, 503),
          },
        },
      },
      async (request, reply) => {
        await revokeKey(ports, callerOf(request), request.params.key_id);
        return reply.code(204).send(null);
      },
    );
  };
}
