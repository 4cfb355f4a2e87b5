/** `GET /auth/me`, and the deletion of the account. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type CloseAccountPorts, closeAccount } from '../../actions/close-account.ts';
import { type ReadAccountPorts, readAccount } from '../../actions/read-account.ts';
import { callerOf } from '../authenticate.ts';
import {
  AccountBody,
  CloseAccountBody,
  ClosedAccountBody,
  toAccountBody,
  toClosedAccountBody,
} from '../schemas/account.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';

export function accountRoutes(ports: ReadAccountPorts & CloseAccountPorts): FastifyPluginAsyncTypebox {
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

    app.post(
      '/account/deletion',
      {
        schema: {
          tags: ['Account'],
          operationId: 'deleteAccount',
          summary: 'Delete the account',
          description:
            'Deletes the account with everything in it. It cannot be undone. From the answer on, API keys, session tokens, share links and webhooks of the account no longer work; its jobs and their files are removed in the background, which takes seconds for most accounts. What was charged stays recorded, as numbers without a name. A user who signs in again gets an empty account, and pages that were used in this month still count. Needs a session: an API key cannot delete the account.',
          body: CloseAccountBody,
          response: {
            202: answer(ClosedAccountBody, 'The account is closed, and what it had is being removed.'),
            ...errorResponses(400, 'invalid_json', 401, 403, 'session_required', 413, 415, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const closed = await closeAccount(ports, callerOf(request), request.body.email);
        return reply.code(202).send(toClosedAccountBody(closed));
      },
    );
  };
}
