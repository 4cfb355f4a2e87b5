/** The OpenAPI document, made from the same schemas that check requests and shape answers. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { formatInfo, formats } from '../domain/formats.ts';
import { ErrorBody } from './schemas/error.ts';
import { webhookMessages } from './webhook-messages.ts';

export const apiVersion = '0.1.0';

type Members = { readonly properties?: Record<string, object>; readonly required?: readonly string[] };

/** What has a default may be left out: it is filled in before the rest is asked for. */
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
          'ConcurrencyLimiter PDF files into markdown, json, html, text, tagged PDF, annotated PDF and images, through asynchronous jobs.',
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
        { name: 'jobs', description: 'Submit a PDF, wait, fetch the results, delete.' },
        { name: 'events', description: 'What happens to jobs, as it happens.' },
        { name: 'account', description: 'Plan and usage.' },
        { name: 'API keys', description: 'Up to 3 on Pro, 10 on Business.' },
        { name: 'webhooks', description: 'Be told when a job ends. Signed after Standard Webhooks.' },
        { name: 'health', description: 'Is it there, is it well.' },
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
