/** Webhook messages, for the OpenAPI document. */
import { Type } from '@fastify/type-provider-typebox';
import { jobStatuses } from '../domain/job.ts';
import { OneOf } from '../domain/schema-parts.ts';
import { testEvent, webhookEvents } from '../domain/webhook.ts';
import { Timestamp } from './schemas/scalars.ts';

const Id = Type.String({ format: 'uuid' });

const JobData = Type.Object({
  job_id: Id,
  status: OneOf(jobStatuses),
  page_count: Type.Union([Type.Integer(), Type.Null()]),
  error_message: Type.Union([Type.String(), Type.Null()]),
});
const TestData = Type.Object({ webhook_id: Id });

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' as const },
});

const headers = [
  header('webhook-id', 'The same for every attempt at this message.'),
  header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; after a rotation two of them, separated by a space.',
  ),
];

function message(type: string, data: typeof JobData | typeof TestData, summary: string) {
  const schema = Type.Object({ type: Type.Literal(type), timestamp: Timestamp, data });
  return {
    post: {
      summary,
      tags: ['webhooks'],
      parameters: headers,
      requestBody: { content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Accepted. 410 disables the webhook; any other status is retried.' },
      },
    },
  };
}

const [done, failed] = webhookEvents;

export const webhookMessages: Record<string, object> = {
  [done]: message(done, JobData, 'A job is done'),
  [failed]: message(failed, JobData, 'A job has failed'),
  [testEvent]: message(testEvent, TestData, 'A test event'),
};
