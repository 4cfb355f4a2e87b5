/** `GET /usage`, `GET /jobs/{id}/ledger` and `GET /plans`: usage, page movements of a job, and plans. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ReadUsagePorts, readLedger, readUsage } from '../../actions/read-usage.ts';
import type { Plans } from '../../domain/plan.ts';
import { callerOf } from '../authenticate.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import {
  LedgerBody,
  PlansBody,
  toLedgerBody,
  toPlansBody,
  toUsageBody,
  UsageBody,
  UsageQuery,
} from '../schemas/usage.ts';

export type UsagePorts = ReadUsagePorts & { readonly plans: Plans };

export function usageRoutes(ports: UsagePorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/usage',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getUsage',
          summary: 'Get the usage',
          description:
            'Pages charged in a range of days, by day and by API key, and the figures of the current month.',
          querystring: UsageQuery,
          response: { 200: answer(UsageBody, 'The usage.'), ...errorResponses(400, 401, 403, 429, 503) },
        },
      },
      async (request) => toUsageBody(await readUsage(ports, callerOf(request), request.query)),
    );

    app.get(
      '/jobs/:id/ledger',
      {
        schema: {
          tags: ['Jobs'],
          operationId: 'getJobLedger',
          summary: 'Get the page movements of a job',
          description: 'The pages of a job that were reserved, charged and released.',
          params: JobPath,
          response: {
            200: answer(LedgerBody, 'The movements, in their order.'),
            ...errorResponses(401, 403, 'job_not_found', 429, 503),
          },
        },
      },
      async (request) => toLedgerBody(await readLedger(ports, callerOf(request), request.params.id)),
    );

    app.get(
      '/plans',
      {
        schema: {
          tags: ['Account'],
          operationId: 'listPlans',
          summary: 'List the plans',
          description: 'The limits of every plan, and which one the account has.',
          response: { 200: answer(PlansBody, 'The plans.'), ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => toPlansBody(ports.plans, callerOf(request)),
    );
  };
}
