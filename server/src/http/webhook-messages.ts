/** Webhook messages, for the OpenAPI document. */
import { Type } from '@fastify/type-provider-typebox';
import { jobStatuses } from '../domain/job.ts';
import { OneOf } from '../domain/schema-parts.ts';
import { testEvent, webhookEvents } from '../domain/webhook.ts';
import { exampleIds, jobEventExample } from './schemas/examples.ts';
import { Timestamp } from './schemas/scalars.ts';

const Id = Type.String({ format: 'uuid' });

const JobData = Type.Object({
  job_id: Id,
  status: OneOf(jobStatuses),
  page_count: Type.Union([Type.Integer(), Type.Null()], { description: 'null unless done.' }),
  error_message: Type.Union([Type.String(), Type.Null()], { description: 'null unless failed.' }),
});
const TestData = Type.Object({ webhook_id: Id });

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' as const },
});

const headers = [
  header('webhook-id', 'The same for every attempt at this message.', exampleIds.delivery),
  header('webhook-timestamp', 'Seconds since 1970, of this attempt.', '1794821403'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; after a rotation two of them, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const [done, failed] = webhookEvents;
const failure = 'The document is too complex to convert within the time limit. Submit fewer pages.';

const messages = [
  {
    type: done,
    name: 'JobDoneMessage',
    operationId: 'jobDone',
    summary: 'A job is done',
    description: 'Posted when a job is done and its outputs can be downloaded.',
    data: JobData,
    example: jobEventExample.data,
  },
  {
    type: failed,
    name: 'JobFailedMessage',
    operationId: 'jobFailed',
    summary: 'A job has failed',
    description: 'Posted when a job has failed. `error_message` says why. A failed job costs no pages.',
    data: JobData,
    example: { ...jobEventExample.data, status: 'failed', page_count: null, error_message: failure },
  },
  {
    type: testEvent,
    name: 'WebhookTestMessage',
    operationId: 'webhookTest',
    summary: 'A test event',
    description: 'Posted when you call `POST /webhooks/{id}/test`.',
    data: TestData,
    example: { webhook_id: exampleIds.webhook },
  },
] as const;

type Message = (typeof messages)[number];

function operationOf({ type, name, operationId, summary, description, example }: Message) {
  const body = {
    schema: { $ref: `#/components/schemas/${name}` },
    example: { type, timestamp: jobEventExample.timestamp, data: example },
  };
  return {
    post: {
      operationId,
      summary,
      description,
      tags: ['Webhooks'],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': body } },
      responses: {
        '2XX': { description: 'Accepted.' },
        '410': { description: 'Disables the webhook. Any other status is retried.' },
      },
    },
  };
}

export const webhookMessages: Record<string, object> = Object.fromEntries(
  messages.map((message) => [message.type, operationOf(message)]),
);

/** Schemas of the messages, for `components.schemas`. */
export const messageSchemas: Record<string, object> = Object.fromEntries(
  messages.map(({ type, name, data }) => [
    name,
    Type.Object({ type: Type.Literal(type), timestamp: Timestamp, data }),
  ]),
);
