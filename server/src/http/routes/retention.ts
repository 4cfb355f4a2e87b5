/** `/account/settings` and `PATCH /jobs/{id}`: how long jobs are kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  changeExpiry,
  changeSettings,
  type ManageRetentionPorts,
  readSettings,
} from '../../actions/manage-retention.ts';
import { callerOf } from '../authenticate.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import { ChangeJobBody, JobExpiryBody, SettingsBody, toSettingsBody } from '../schemas/retention.ts';

export function retentionRoutes(ports: ManageRetentionPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/account/settings',
      {
        schema: {
          tags: ['Account'],
          operationId: 'getAccountSettings',
          summary: 'Get the account settings',
          description: 'How long jobs of the account are kept.',
          response: { 200: answer(SettingsBody, 'The settings.'), ...errorResponses(401, 403, 429, 503) },
        },
      },
      async (request) => toSettingsBody(await readSettings(ports, callerOf(request))),
    );

    app.patch(
      '/account/settings',
      {
        schema: {
          tags: ['Account'],
          operationId: 'updateAccountSettings',
          summary: 'Update the account settings',
          description: 'Changes how long jobs are kept. Jobs that were accepted before keep their date.',
          body: SettingsBody,
          response: {
            200: answer(SettingsBody, 'The new settings.'),
            ...errorResponses(400, 'invalid_json', 401, 403, 413, 415, 429, 503),
          },
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
          tags: ['Jobs'],
          operationId: 'updateJob',
          summary: 'Change when a job expires',
          description: 'Sets or removes the date on which the job is deleted automatically.',
          params: JobPath,
          body: ChangeJobBody,
          response: {
            200: answer(JobExpiryBody, 'The new date.'),
            ...errorResponses(400, 'invalid_json', 401, 403, 'job_not_found', 413, 415, 429, 503),
          },
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
