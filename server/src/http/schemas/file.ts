/** Responses that are files: only for the OpenAPI document, because streams are sent as they are. */
import type { Readable } from 'node:stream';
import { Type } from '@fastify/type-provider-typebox';
import { formatInfo, formats } from '../../domain/formats.ts';
import { noContent } from './answer.ts';
import { headersNamed } from './response-headers.ts';

type Sent = Readable | undefined;

const Binary = Type.Unsafe<Sent>({
  $id: 'FileContent',
  type: 'string',
  format: 'binary',
  description: 'The bytes of a file.',
});
const Text = Type.Unsafe<Sent>({ $id: 'TextOutput', type: 'string', description: 'Text in UTF-8.' });
const DocumentTree = Type.Unsafe<Sent>({
  $id: 'DocumentTree',
  type: 'object',
  additionalProperties: true,
  description: 'The document as a tree: every node has a `type`, and its children in `kids`.',
});

const essence = (mediaType: string) => mediaType.replace(/;.*$/, '');

const examples: Readonly<Record<string, unknown>> = {
  'text/markdown': '# Annual report\n\nRevenue grew by 12 %.\n',
  'application/json': { kids: [{ type: 'heading', content: 'Annual report' }] },
  'text/html': '<!doctype html><html><body><h1>Annual report</h1></body></html>',
  'text/plain': 'Annual report\n\nRevenue grew by 12 %.\n',
};

function mediaOf(type: string) {
  const example = examples[type];
  const schema = type === 'application/json' ? DocumentTree : example === undefined ? Binary : Text;
  return { schema, ...(example !== undefined && { example }) };
}

const describing = ['Content-Disposition', 'ETag', 'Accept-Ranges', 'Cache-Control'] as const;

/** The media types are those of a whole file; a part of it has the same type. */
function fileResponses(...mediaTypes: readonly string[]) {
  const whole = Object.fromEntries(mediaTypes.map((type) => [type, mediaOf(type)]));
  return {
    200: {
      description: 'The whole file.',
      headers: headersNamed(...describing, 'Content-Length'),
      content: whole as Record<string, { schema: typeof Binary }>,
    },
    206: {
      description: 'The range that the header `Range` asked for.',
      headers: headersNamed(...describing, 'Content-Length', 'Content-Range'),
      content: { '*/*': { schema: Binary } },
    },
    304: noContent('The file still has the `ETag` of `If-None-Match`.', ...describing),
  };
}

export const outputResponses = fileResponses(
  ...new Set(formats.map((format) => essence(formatInfo[format].mediaType))),
);
export const textOutputResponses = fileResponses(
  'text/markdown',
  'application/json',
  'text/html',
  'text/plain',
);
export const imageResponses = fileResponses('image/png', 'image/jpeg');
export const sourceResponses = fileResponses('application/pdf');

/** Only for the OpenAPI document. */
export const FileHeaders = Type.Unsafe<{ range?: string }>({
  type: 'object',
  properties: {
    range: {
      type: 'string',
      description: 'A range of bytes to send instead of the whole file: `bytes=0-1023`.',
    },
    'if-none-match': {
      type: 'string',
      description: 'The `ETag` of the copy you have. If it is still current, the response is 304.',
    },
  },
});
