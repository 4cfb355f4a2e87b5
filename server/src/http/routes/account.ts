/** `GET /auth/me`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ReadAccountPorts, readAccount } from '../../actions/read-account.ts';
import { callerOf } from '../authenticate.ts';
import { AccountBody, toAccountBody } from '../schemas/account.ts';
import { errorResponses } from '../schemas/error.ts';

export function accountRoutes(ports: ReadAccountPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/auth/me',
      {
        schema: {
          tags: ['account'],
          summary: 'Get the current user',
          response: { 200: AccountBody, ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => toAccountBody(await readAccount(ports, callerOf(request))),
    );
  };
}
