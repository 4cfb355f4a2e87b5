/** `POST /jobs/{id}/outputs`: further text formats of a job that is done. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { presentJob, type ReadJobsPorts } from '../../actions/read-jobs.ts';
import { refuseOtherFormats, type WriteOutputsPorts, writeOutputs } from '../../actions/write-outputs.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { doneJobExample, JobBody, JobPath, toJobBody } from '../schemas/job.ts';
import { AddOutputsBody, withHtml } from '../schemas/outputs.ts';

type OutputPorts = WriteOutputsPorts & ReadJobsPorts;

const addOutputsSchema = {
  tags: ['Jobs'],
  operationId: 'addOutputs',
  summary: 'Add output formats',
  description:
    'Writes markdown, json, html or text of a job that is done, from the document that was stored with it: without a new conversion, with the options of the job, and free of charge. The response is the job with the new formats in `download_urls`. The request can be repeated safely. Tagged and annotated PDFs and images need a new job with `source_job_id`.',
  params: JobPath,
  body: AddOutputsBody,
  response: {
    200: answer(JobBody, 'The job, which has all of the formats.', { example: withHtml(doneJobExample) }),
    ...errorResponses(400, 'invalid_json', 'format_unsupported', 401, 403, 'job_not_found', 408),
    ...errorResponses('job_not_done', 'job_failed', 'document_not_stored', 413, 415, 429, 503),
  },
};

/** The formats of a body that is not checked yet. */
function formatsOf(body: unknown): readonly unknown[] {
  const { format } = (body ?? {}) as { readonly format?: unknown };
  return Array.isArray(format) ? format : [];
}

export function outputRoutes(ports: OutputPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/jobs/:id/outputs',
      {
        schema: addOutputsSchema,
        // Before the schema, which could only say that the format is not in its list.
        preValidation: async (request) => refuseOtherFormats(formatsOf(request.body)),
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { format } = request.body;
        const job = await writeOutputs(ports, caller, request.params.id, format, disconnectSignal(reply));
        return toJobBody(await presentJob(ports, caller, job, new Set()));
      },
    );
  };
}
