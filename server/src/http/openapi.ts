/** The OpenAPI document, generated from the schemas that validate requests and serialize responses. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { formatInfo, formats } from '../domain/formats.ts';
import { ErrorBody } from './schemas/error.ts';
import { webhookMessages } from './webhook-messages.ts';

export const apiVersion = '0.1.0';

type Members = { readonly properties?: Record<string, object>; readonly required?: readonly string[] };

/** Fields with a default are optional: it is filled in before validation. */
function askedOf(schema: Members | undefined): Members | undefined {
  if (!schema?.required) return schema;
  const { properties = {}, required } = schema;
  return { ...schema, required: required.filter((name) => !('default' in (properties[name] ?? {}))) };
}

/** For generators of clients: the same labels, media types and file names as in the service. */
const extensions = {
  'x-octavo-formats': formats.map((format) => {
    const { label, mediaType, suffix } = formatInfo[format];
    return { format, label, media_type: mediaType, suffix };
  }),
};

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  app.addSchema(ErrorBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Octavo',
        version: apiVersion,
        description:
          'Converts PDF files into markdown, json, html, text, tagged PDF, annotated PDF and images, through asynchronous jobs.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      ...extensions,
      webhooks: webhookMessages,
      security: [{ apiKey: [] }, { session: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'For scripts and servers.',
          },
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'For browsers.' },
        },
      },
      tags: [
        { name: 'jobs', description: 'Submit a PDF, wait for it, download the results, delete it.' },
        { name: 'events', description: 'Events of jobs in real time.' },
        { name: 'account', description: 'Plan and usage.' },
        { name: 'API keys', description: 'Up to 3 on Pro, 10 on Business.' },
        {
          name: 'webhooks',
          description: 'Get notified when a job finishes. Signed according to Standard Webhooks.',
        },
        { name: 'health', description: 'Health checks.' },
      ],
    },
    transform: ({ schema, url }) => {
      const body = askedOf(schema.body as Members | undefined);
      const querystring = askedOf(schema.querystring as Members | undefined);
      return { url, schema: { ...schema, ...(body && { body }), ...(querystring && { querystring }) } };
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema-${index}`,
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
