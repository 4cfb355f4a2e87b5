/** `/api-keys`: list, create, revoke. */
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import {
  createKey,
  listKeys,
  type ManageKeysPorts,
  requireProgrammaticAccess,
  revokeKey,
} from '../../actions/manage-keys.ts';
import { callerOf } from '../authenticate.ts';
import { ApiKeyBody, CreateApiKeyBody, NewApiKeyBody, toApiKeyBody } from '../schemas/api-key.ts';
import { errorResponses } from '../schemas/error.ts';

export function apiKeyRoutes(ports: ManageKeysPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api-keys',
      {
        schema: {
          tags: ['API keys'],
          summary: 'List API keys',
          response: { 200: Type.Array(ApiKeyBody), ...errorResponses(401, 403, 429, 503) },
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
          summary: 'Create an API key',
          body: CreateApiKeyBody,
          response: { 201: NewApiKeyBody, ...errorResponses(400, 401, 403, 413, 415, 429, 503) },
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
          summary: 'Revoke an API key',
          params: Type.Object({ key_id: Type.String() }),
          response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 429, 503) },
        },
      },
      async (request, reply) => {
        await revokeKey(ports, callerOf(request), request.params.key_id);
        return reply.code(204).send(null);
      },
    );
  };
}
