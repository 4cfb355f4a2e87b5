/** `/account/settings` and `PATCH /jobs/{id}`: how long jobs are kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  changeExpiry,
  changeSettings,
  type ManageRetentionPorts,
  readSettings,
} from '../../actions/manage-retention.ts';
import { callerOf } from '../authenticate.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import { ChangeJobBody, JobExpiryBody, SettingsBody, toSettingsBody } from '../schemas/retention.ts';

export function retentionRoutes(ports: ManageRetentionPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/account/settings',
      {
        schema: {
          tags: ['account'],
          summary: 'Get the account settings',
          response: { 200: SettingsBody, ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => toSettingsBody(await readSettings(ports, callerOf(request))),
    );

    app.patch(
      '/account/settings',
      {
        schema: {
          tags: ['account'],
          summary: 'Update the account settings',
          body: SettingsBody,
          response: { 200: SettingsBody, ...errorResponses(400, 401, 403, 413, 415, 429, 503) },
        },
      },
      async (request) => {
        const settings = { retentionDays: request.body.retention_days };
        return toSettingsBody(await changeSettings(ports, callerOf(request), settings));
      },
    );

    app.patch(
      '/jobs/:id',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Change when a job expires',
          params: JobPath,
          body: ChangeJobBody,
          response: { 200: JobExpiryBody, ...errorResponses(400, 401, 403, 404, 413, 415, 429, 503) },
        },
      },
      async (request) => {
        const { expires_at: requested } = request.body;
        const { id, expiresAt } = await changeExpiry(ports, callerOf(request), request.params.id, requested);
        return { id, expires_at: expiresAt?.toISOString() ?? null };
      },
    );
  };
}
