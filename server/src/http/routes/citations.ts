/** `POST /jobs/{id}/locate`: are these quotes in the document, and where. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { locateQuotes, resolveAnchors } from '../../actions/locate-quotes.ts';
import { openReading, type ReadingPorts } from '../../actions/open-reading.ts';
import { invalidRequest } from '../../domain/errors.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { answer } from '../schemas/answer.ts';
import { LocateBody, LocatedBody, toLocatedBody } from '../schemas/citations.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import { readingConfig } from './reading.ts';

/** As many quotes as are allowed, of any script. */
const bodyLimit = 1_048_576;

const locateSchema = {
  tags: ['Reading'],
  operationId: 'locateQuotes',
  summary: 'Verify quotes',
  description:
    'Says of each quote whether the document has it, word for word, and where: page, boxes, blocks and offsets. White space, hyphens at line ends, ligatures and kinds of quotation marks and dashes do not count as differences; digits, words and names do. A quote is called `absent` only if the text of all pages could be read. `anchors` of earlier answers lead to their places again; those of another conversion are refused.',
  params: JobPath,
  body: LocateBody,
  response: {
    200: answer(LocatedBody, 'One item for each quote and each anchor, in their order.'),
    ...errorResponses(400, 'invalid_json', 401, 403, 'job_not_found', 408),
    ...errorResponses('job_not_done', 'job_failed', 'reading_not_stored', 413, 415, 429, 503),
  },
};

export function citationRoutes(ports: ReadingPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    const route = { bodyLimit, config: { ...readingConfig, onlyReads: true as const }, schema: locateSchema };
    app.post('/jobs/:id/locate', route, async (request, reply) => {
      const { quotes = [], anchors = [] } = request.body;
      const { min_score: minScore = 0.8, limit = 5, ignore_case: ignoreCase = false } = request.body;
      if (quotes.length + anchors.length === 0) {
        throw invalidRequest({ loc: ['body', 'quotes'], msg: 'must have a quote, unless there are anchors' });
      }
      const signal = disconnectSignal(reply);
      const opened = await openReading(ports, callerOf(request), request.params.id, signal);
      const located = await locateQuotes(ports, opened, quotes, { minScore, limit, ignoreCase });
      return toLocatedBody(located, await resolveAnchors(opened, anchors));
    });
  };
}
