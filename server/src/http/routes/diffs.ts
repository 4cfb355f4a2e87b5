/** `POST /diffs`: what differs between the documents of two done jobs. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type CompareJobsPorts, compareJobs } from '../../actions/compare-jobs.ts';
import { attachmentNamed } from '../../protocol/content-disposition.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { DiffInput, diffResponse } from '../schemas/diff.ts';
import { errorResponses } from '../schemas/error.ts';
import { readingConfig } from './reading.ts';

const diffSchema = {
  tags: ['Diffs'],
  operationId: 'compareJobs',
  summary: 'Compare two documents',
  description:
    'Says which blocks of two converted documents were added, removed, changed and moved, with pages and boxes on both sides, the words that differ, and tables cell by cell. Where lines and pages break does not matter, and neither do running headers, footers and the labels of list items. Both jobs must be done. Nothing is converted, stored or charged.',
  body: DiffInput,
  response: {
    200: diffResponse,
    ...errorResponses(400, 'invalid_json', 401, 403, 'job_not_found', 408),
    ...errorResponses('job_not_done', 'job_failed', 'document_not_stored', 413, 'diff_too_large', 415),
    ...errorResponses(429, 503),
  },
};

/** Html is sent as files are, so that browsers do not render it on this origin. */
const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-disposition': attachmentNamed('differences.html'),
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
};

export function diffRoutes(ports: CompareJobsPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/diffs',
      { config: { ...readingConfig, onlyReads: true }, schema: diffSchema },
      async (request, reply) => {
        const { base_job_id: baseJobId, head_job_id: headJobId } = request.body;
        const { scope = 'text', format = 'json' } = request.body;
        const wanted = { baseJobId, headJobId, scope, format };
        const { bytes, body } = await compareJobs(ports, callerOf(request), wanted, disconnectSignal(reply));
        const type = { 'content-type': 'application/json; charset=utf-8' };
        reply.headers({
          ...(format === 'html' ? htmlHeaders : type),
          'cache-control': 'private, no-store',
          'content-length': bytes,
        });
        return reply.send(body);
      },
    );
  };
}
