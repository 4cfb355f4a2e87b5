/** The OpenAPI document, generated from the schemas that validate requests and serialize responses. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { formatInfo, formats } from '../domain/formats.ts';
import { completeDocument, type OpenApiDocument, withReferences } from './openapi-document.ts';
import { messageSchemas, webhookMessages } from './webhook-messages.ts';

export const apiVersion = '0.1.0';

type Members = {
  readonly $id?: string;
  readonly properties?: Record<string, object>;
  readonly required?: readonly string[];
};

/** Fields with a default are optional: it is filled in before validation. */
function optionalDefaults(schema: Members | undefined): Members | undefined {
  if (!schema?.required) return schema;
  const { properties = {}, required } = schema;
  return { ...schema, required: required.filter((name) => !('default' in (properties[name] ?? {}))) };
}

function bodyOf(schema: Members | undefined, consumes: readonly string[] = ['application/json']) {
  const body = optionalDefaults(schema);
  return body && { content: Object.fromEntries(consumes.map((type) => [type, { schema: body }])) };
}

/** For generators of clients: the same labels, media types and file names as in the service. */
const extensions = {
  'x-octavo-formats': formats.map((format) => {
    const { label, mediaType, suffix } = formatInfo[format];
    return { format, label, media_type: mediaType, suffix };
  }),
};

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'For scripts and servers.',
  },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'For browsers.' },
  share: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'shr_…',
    description: 'The token of a share link. It opens the routes below `/shared` and no others.',
  },
} as const;

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const named = new Map<string, object>();
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
        schemas: messageSchemas,
        securitySchemes,
      },
      tags: [
        {
          name: 'Jobs',
          description: 'Submit a PDF, wait until it is converted, download the outputs, delete them.',
        },
        {
          name: 'Uploads',
          description:
            'Send files directly to the storage, in parts that can be sent again, and submit them.',
        },
        {
          name: 'Reading',
          description:
            'Read a converted document in parts: outline, pages, text by a number of tokens, search, tables, figures, form fields and links.',
        },
        { name: 'Diffs', description: 'Compare two converted documents.' },
        {
          name: 'Sharing',
          description: 'Links to a result for people without an account, with an expiry and revocable.',
        },
        {
          name: 'Receipts',
          description: 'Signed statements of what the service did, which anyone can verify offline.',
        },
        {
          name: 'Erasures',
          description: 'Signed statements of what was removed when a job was deleted.',
        },
        { name: 'Events', description: 'Follow jobs in real time with server-sent events.' },
        { name: 'Account', description: 'Plan, usage and settings of your account.' },
        { name: 'API keys', description: 'Keys for scripts and servers, on Pro and Business.' },
        {
          name: 'Webhooks',
          description:
            'Get notified when a job finishes. Messages are signed according to Standard Webhooks.',
        },
        { name: 'Health', description: 'Health checks for clients and operators.' },
      ],
    },
    transform: ({ schema, url }) => {
      const body = withReferences(bodyOf(schema.body as Members | undefined, schema.consumes), named);
      const response = withReferences(schema.response, named);
      const querystring = optionalDefaults(schema.querystring as Members | undefined);
      const changed = {
        ...(body !== undefined && { body }),
        ...(response !== undefined && { response }),
        ...(querystring && { querystring }),
      };
      return { url, schema: { ...schema, ...changed } };
    },
    transformObject: (generated) => {
      if (!('openapiObject' in generated)) throw new Error('the document is not OpenAPI');
      const document = generated.openapiObject as OpenApiDocument;
      Object.assign(document.components.schemas, Object.fromEntries(named));
      completeDocument(document);
      return generated.openapiObject;
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
