/** `/shared`: what somebody with a share link can read. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ReadingPorts } from '../../actions/open-reading.ts';
import { readElement, sharedImageOf, sharedOutputOf, sourceOf } from '../../actions/open-share.ts';
import { disconnectSignal } from '../deadline.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { FileHeaders, imageResponses, sourceResponses, textOutputResponses } from '../schemas/file.ts';
import {
  SharedDownloadPath,
  SharedImagePath,
  SharedResultBody,
  toSharedResultBody,
} from '../schemas/share.ts';
import { sendImage, sendOutput, sendSource } from '../send-job-file.ts';
import { shareOf } from '../share-access.ts';

const config = { servesContent: true, holds: 'download' } as const;
const common = { tags: ['Sharing'], security: [{ share: [] }] };

const resultSchema = {
  ...common,
  operationId: 'getSharedResult',
  summary: 'Get what a share link shows',
  description:
    'Authenticate with the token of the link as bearer token. No account is needed, and nothing about the owner is shown.',
  response: {
    200: answer(SharedResultBody, 'What the link shows.'),
    ...errorResponses('share_not_found', 429, 503),
  },
};

const downloadSchema = {
  ...common,
  operationId: 'downloadSharedOutput',
  summary: 'Download a shared output',
  description:
    'One text output of the shared result. Ranges and conditional requests work, and so does `HEAD`.',
  params: SharedDownloadPath,
  headers: FileHeaders,
  response: {
    ...textOutputResponses,
    ...errorResponses(400, 'share_not_found', 416, 429, 503),
  },
};

const sourceSchema = {
  ...common,
  operationId: 'downloadSharedSource',
  summary: 'Download the shared PDF',
  description:
    'The PDF file as it was submitted, if the link includes it. Ranges and conditional requests work, and so does `HEAD`.',
  headers: FileHeaders,
  response: { ...sourceResponses, ...errorResponses('share_not_found', 416, 429, 503) },
};

const imageSchema = {
  ...common,
  operationId: 'downloadSharedImage',
  summary: 'Download a shared image',
  description:
    'One image of the shared result. Links to images in markdown, html and json are relative: resolved against `/shared/` they lead here.',
  params: SharedImagePath,
  headers: FileHeaders,
  response: { ...imageResponses, ...errorResponses('share_not_found', 416, 429, 503) },
};

export function sharedRoutes(ports: ReadingPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/shared', { config, schema: resultSchema }, async (request, reply) => {
      const opened = shareOf(request);
      return toSharedResultBody(opened, await readElement(ports, opened, disconnectSignal(reply)));
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/shared/download/:fmt',
      config,
      schema: downloadSchema,
      handler: async (request, reply) => {
        const opened = shareOf(request);
        const output = sharedOutputOf(opened, request.params.fmt);
        return sendOutput(ports, { request, reply }, opened.job, output);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/shared/source',
      config,
      schema: sourceSchema,
      handler: async (request, reply) => sendSource(ports, { request, reply }, sourceOf(shareOf(request))),
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/shared/images/:name',
      config,
      schema: imageSchema,
      handler: async (request, reply) => {
        const { name } = request.params;
        const found = await sharedImageOf(ports, shareOf(request), name, disconnectSignal(reply));
        return sendImage(ports, { request, reply }, found);
      },
    });
  };
}
