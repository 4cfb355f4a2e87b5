/** `GET /jobs/{id}/outline`, `/pages` and `/read`: a done job in parts. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OpenedReading, openReading, type ReadingPorts } from '../../actions/open-reading.ts';
import { readDocument } from '../../actions/read-document.ts';
import { listPages, readOutline } from '../../actions/read-pages.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { isUnchanged, sendUnchanged } from '../reading-version.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import {
  OutlineBody,
  OutlineQuery,
  PageListBody,
  PageListQuery,
  ReadBody,
  ReadQuery,
  toOutlineBody,
  toPageListBody,
  toReadBody,
} from '../schemas/reading.ts';
import { ReadingHeaders, unchanged } from '../schemas/reading-parts.ts';

const versioned = { headers: ['ETag', 'Cache-Control'] } as const;

/** Shared by all reading routes. */
export const readingErrors = {
  304: unchanged,
  ...errorResponses(400, 401, 403, 'job_not_found', 'job_not_done', 'job_failed', 'reading_not_stored'),
  ...errorResponses(429, 503),
};

/** Reads from storage, and is limited as downloads are. */
export const readingConfig = { holds: 'download' } as const;

type JobRequest = FastifyRequest & { readonly params: { readonly id: string } };

/** `null` if the client has this version already. */
export async function openFor(
  ports: ReadingPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenedReading | null> {
  const { id } = (request as JobRequest).params;
  const opened = await openReading(ports, callerOf(request), id, disconnectSignal(reply));
  return isUnchanged(request, reply, opened) ? null : opened;
}

const outlineSchema = {
  tags: ['Reading'],
  operationId: 'getOutline',
  summary: 'Get the outline',
  description:
    'The sections of a document with their pages and sizes in tokens: what an agent needs to decide what to read. It is made from the bookmarks of the PDF, or from the headings if there are none.',
  params: JobPath,
  headers: ReadingHeaders,
  querystring: OutlineQuery,
  response: { 200: answer(OutlineBody, 'The outline.', versioned), ...readingErrors },
};

const pagesSchema = {
  tags: ['Reading'],
  operationId: 'listPages',
  summary: 'List pages',
  description: 'The converted pages with label, size, tokens, counts and quality.',
  params: JobPath,
  headers: ReadingHeaders,
  querystring: PageListQuery,
  response: { 200: answer(PageListBody, 'The pages.', versioned), ...readingErrors },
};

const readSchema = {
  tags: ['Reading'],
  operationId: 'readDocument',
  summary: 'Read a document in parts',
  description:
    'Pages, a section or the whole document, at most `max_tokens` at a time. An answer ends between blocks; a long table between rows, with its head repeated in the next answer; a list between items. Go on with `next_cursor`.',
  params: JobPath,
  headers: ReadingHeaders,
  querystring: ReadQuery,
  response: { 200: answer(ReadBody, 'A part of the document.', versioned), ...readingErrors },
};

export function readingRoutes(ports: ReadingPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/jobs/:id/outline', { config: readingConfig, schema: outlineSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      const { depth, max_tokens: maxTokens, cursor } = request.query;
      return toOutlineBody(await readOutline(opened, { depth, maxTokens, cursor }));
    });

    app.get('/jobs/:id/pages', { config: readingConfig, schema: pagesSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      return toPageListBody(await listPages(ports, opened, request.query));
    });

    app.get('/jobs/:id/read', { config: readingConfig, schema: readSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      const { max_tokens: maxTokens, ...wanted } = request.query;
      return toReadBody(await readDocument(opened, { ...wanted, maxTokens }));
    });
  };
}
