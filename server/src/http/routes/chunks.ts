/** `GET /jobs/{id}/chunks`: chunks for retrieval, as pages of json or as a stream of lines. */
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ChunkRequest, listChunks, streamChunks } from '../../actions/list-chunks.ts';
import type { OpenedReading, ReadingPorts } from '../../actions/open-reading.ts';
import { sendUnchanged } from '../reading-version.ts';
import {
  ChunkHeaders,
  ChunkQuery,
  chunkResponse,
  toChunkListBody,
  toChunkOptions,
} from '../schemas/chunks.ts';
import { JobPath } from '../schemas/job.ts';
import { openFor, readingConfig, readingErrors } from './reading.ts';

const chunksSchema = {
  tags: ['Reading'],
  operationId: 'listChunks',
  summary: 'List chunks',
  description:
    'The document in chunks for retrieval, each with pages, boxes, headings and offsets. Chunks follow sections; long texts are cut between sentences, tables between rows with their header repeated, lists between items. With `Accept: application/x-ndjson` all chunks are streamed, one on each line.',
  params: JobPath,
  headers: ChunkHeaders,
  querystring: ChunkQuery,
  response: { 200: chunkResponse, ...readingErrors },
};

const lines = 'application/x-ndjson';

/** Whether the client names it; `*` alone means json. */
const wantsLines = (accept: string | undefined) =>
  (accept ?? '').split(',').some((type) => type.split(';')[0]?.trim().toLowerCase() === lines);

/** Several chunks in one write: fewer, larger packets. */
const writeCharsMin = 65_536;

async function* jsonLines(opened: OpenedReading, request: ChunkRequest): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of streamChunks(opened, request)) {
    text += `${JSON.stringify(chunk)}\n`;
    if (text.length < writeCharsMin) continue;
    yield text;
    text = '';
  }
  yield text;
}

export function chunkRoutes(ports: ReadingPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/jobs/:id/chunks', { config: readingConfig, schema: chunksSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      reply.header('vary', 'accept');
      if (!opened) return sendUnchanged(reply);
      const { limit, cursor } = request.query;
      const wanted = { options: toChunkOptions(request.query), cursor };
      if (!wantsLines(request.headers.accept))
        return toChunkListBody(await listChunks(opened, wanted, limit));
      // It is read only as fast as the client reads, and ended when the client disconnects.
      const body = Readable.from(jsonLines(opened, wanted), { objectMode: false, highWaterMark: 1 });
      return reply.type(lines).send(body);
    });
  };
}
