/** `GET /usage`, `GET /jobs/{id}/ledger` and `GET /plans`: usage, page movements of a job, and plans. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ReadUsagePorts, readLedger, readUsage } from '../../actions/read-usage.ts';
import type { Plans } from '../../domain/plan.ts';
import { callerOf } from '../authenticate.ts';
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
          tags: ['account'],
          summary: 'Pages charged, by day and by key',
          querystring: UsageQuery,
          response: { 200: UsageBody, ...errorResponses(400, 401, 403, 429, 503) },
        },
      },
      async (request) => toUsageBody(await readUsage(ports, callerOf(request), request.query)),
    );

    app.get(
      '/jobs/:id/ledger',
      {
        schema: {
          tags: ['jobs'],
          summary: 'List the page movements of a job',
          params: JobPath,
          response: { 200: LedgerBody, ...errorResponses(401, 403, 404, 429, 503) },
        },
      },
      async (request) => toLedgerBody(await readLedger(ports, callerOf(request), request.params.id)),
    );

    app.get(
      '/plans',
      {
        schema: {
          tags: ['account'],
          summary: 'List the plans',
          response: { 200: PlansBody, ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => toPlansBody(ports.plans, callerOf(request)),
    );
  };
}
