/** Every response header that clients may rely on, described once for the OpenAPI document. */
import { Type } from '@fastify/type-provider-typebox';

const Text = (description: string, example: string) => ({ schema: Type.String(), description, example });

export const responseHeaders = {
  'X-Request-Id': Text(
    'Identifies this request in the logs of the service. Quote it when you report a problem.',
    '019a8d2b-44c1-7f3a-9d0e-6f1b2c3d4e5f',
  ),
  'Retry-After': {
    schema: Type.Integer({ minimum: 0 }),
    description: 'Seconds to wait before you send the request again.',
    example: 5,
  },
  'WWW-Authenticate': Text('The ways to authenticate.', 'Bearer realm="octavo", ApiKey realm="octavo"'),
  Location: Text('The path of the new resource.', '/jobs/019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42'),
  'Idempotent-Replayed': {
    schema: Type.Unsafe<'true'>({ type: 'string', enum: ['true'] }),
    description:
      'Sent if the `Idempotency-Key` was used before: the response is the job of the first request.',
    example: 'true',
  },
  'Cache-Control': Text('Whether the response may be stored.', 'no-store'),
  ETag: Text('Changes with the content: the SHA-256 of the file in quotes.', '"9f86d081884c7d65…"'),
  'Content-Disposition': Text(
    'Always `attachment`, with a file name made from the name of the submitted file.',
    'attachment; filename="report.md"',
  ),
  'Content-Length': { schema: Type.Integer({ minimum: 0 }), description: 'Size in bytes.', example: 18_204 },
  'Content-Range': Text(
    'The range that is sent and the size of the whole file. For 416, the size alone.',
    'bytes 0-1023/18204',
  ),
  'Accept-Ranges': Text('Ranges of bytes can be requested.', 'bytes'),
} as const;

export type ResponseHeader = keyof typeof responseHeaders;

/** In the form that the routes declare; `openapi-document.ts` replaces them with references. */
export function headersNamed(...names: readonly ResponseHeader[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => {
      const { schema, description } = responseHeaders[name];
      return [name, { ...schema, description }];
    }),
  );
}

/** `components.headers` of the document. */
export const headerComponents: Record<string, object> = responseHeaders;
