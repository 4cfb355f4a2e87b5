/** `GET /auth/me`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ReadAccountPorts, readAccount } from '../../actions/read-account.ts';
import { callerOf } from '../authenticate.ts';
import { AccountBody, toAccountBody } from '../schemas/account.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';

export function accountRoutes(ports: ReadAccountPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/auth/me',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getAccount',
          summary: 'Get the account',
          description:
            'The account that the API key or session belongs to, with its plan and the pages used this month.',
          response: { 200: answer(AccountBody, 'The account.'), ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => toAccountBody(await readAccount(ports, callerOf(request))),
    );
  };
}
