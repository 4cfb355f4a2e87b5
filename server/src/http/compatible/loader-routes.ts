/** `PUT /process`: the external document loader of Open WebUI. The answer is a list of texts with their pages. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type OpenedReading, openReading } from '../../actions/open-reading.ts';
import { readPageTexts } from '../../actions/read-page-texts.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { leaveBodiesToHandlers } from '../streamed-bodies.ts';
import { type CompatiblePorts, convertWithinRequest } from './convert-within-request.ts';
import { jsonArray, startedStream } from './json-stream.ts';
import { rawUpload } from './raw-upload.ts';
import { uploadRoute } from './upload-route.ts';

/** The loader escapes the name; a name that is not escaped correctly is kept as it is. */
function fileNameOf(header: string | string[] | undefined): string | undefined {
  const name = header?.toString();
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** `page` counts from 0: Open WebUI shows it plus one. */
async function* documents(opened: OpenedReading): AsyncGenerator<object> {
  const { id, source, documentPages } = opened.job;
  for await (const { page, label, markdown } of readPageTexts(opened)) {
    const metadata = { source: source.fileName, page: page - 1, total_pages: documentPages, job_id: id };
    yield {
      page_content: markdown,
      metadata: { ...metadata, ...(label !== undefined && { page_label: label }) },
    };
  }
}

export function loaderRoutes(ports: CompatiblePorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    leaveBodiesToHandlers(app);
    app.put('/process', uploadRoute, async (request, reply) => {
      const file = {
        fileName: fileNameOf(request.headers['x-filename']),
        options: { format: ['markdown'] },
      };
      const parts = rawUpload(request, reply, ports.bodyRate, file);
      const job = await convertWithinRequest(ports, request, reply, { parts, fileShare: 1 });
      const opened = await openReading(ports, callerOf(request), job.id, disconnectSignal(reply));
      const body = await startedStream(jsonArray(documents(opened)));
      return reply.type('application/json; charset=utf-8').send(body);
    });
  };
}
