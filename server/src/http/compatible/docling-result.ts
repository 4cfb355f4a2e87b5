/** Results of tasks as docling-serve answers them, written while they are read from storage. */
import { streamChunks } from '../../actions/list-chunks.ts';
import type { OpenedReading } from '../../actions/open-reading.ts';
import { readDocling } from '../../actions/read-docling.ts';
import type { Job } from '../../domain/job.ts';
import { type ChunkWishes, toChunkOptions, toDoclingChunk } from './docling-chunks.ts';
import { processingTime } from './docling-task.ts';
import { jsonArray, jsonString } from './json-stream.ts';
import { type OutputPorts, outputBlocks } from './output-blocks.ts';

/** Text that is missing in the outputs, so that nobody takes them for complete. */
export type MissingText = { readonly code: string; readonly message: string };

const toErrorItem = ({ code, message }: MissingText) => ({
  component_type: 'pipeline',
  module_name: code,
  error_message: message,
});

const outcomeOf = (missing: readonly MissingText[]) => ({
  status: missing.length > 0 ? 'partial_success' : 'success',
  errors: missing.map(toErrorItem),
  timings: {},
  confidence: null,
});

/** Members of `ExportDocumentResponse`. Formats that were not asked for are null, as those that are never made. */
type Contents = Readonly<Record<string, AsyncIterable<string> | null>>;
const noContents: Contents = {
  md_content: null,
  json_content: null,
  html_content: null,
  text_content: null,
  doctags_content: null,
  doclang_content: null,
};

/** The first piece comes after the first content has been opened. */
async function* exportedDocument(job: Job, contents: Contents): AsyncGenerator<string> {
  let lead = `{"filename":${JSON.stringify(job.source.fileName)}`;
  for (const [name, pieces] of Object.entries({ ...noContents, ...contents })) {
    lead += `,"${name}":`;
    if (!pieces) lead += 'null';
    for await (const piece of pieces ?? []) {
      yield lead + piece;
      lead = '';
    }
  }
  yield `${lead}}`;
}

async function* after(lead: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = lead;
  for await (const piece of pieces) {
    yield text + piece;
    text = '';
  }
}

/** `ConvertDocumentResponse`. */
export async function* convertBody(
  ports: OutputPorts,
  opened: OpenedReading,
  missing: readonly MissingText[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { job } = opened;
  const wants = new Set<string>(job.options.format);
  const contentOf = (format: 'markdown' | 'html' | 'text') =>
    wants.has(format) ? jsonString(outputBlocks(ports, job, format, signal)) : null;
  const contents = {
    md_content: contentOf('markdown'),
    json_content: wants.has('json') ? readDocling(opened) : null,
    html_content: contentOf('html'),
    text_content: contentOf('text'),
  };
  yield* after('{"document":', exportedDocument(job, contents));
  const rest = { ...outcomeOf(missing), processing_time: processingTime(job) };
  yield `,${JSON.stringify(rest).slice(1)}`;
}

/** `ChunkDocumentResponse`. */
export async function* chunkBody(
  opened: OpenedReading,
  wishes: ChunkWishes,
  missing: readonly MissingText[],
): AsyncGenerator<string> {
  async function* chunks() {
    for await (const chunk of streamChunks(opened, { options: toChunkOptions(wishes) }))
      yield toDoclingChunk(chunk, wishes);
  }
  const { job } = opened;
  yield* after('{"chunks":', jsonArray(chunks()));
  const contents = wishes.includeDocument ? { json_content: readDocling(opened) } : {};
  yield* after(',"documents":[{"kind":"ExportResult","content":', exportedDocument(job, contents));
  yield `,${JSON.stringify(outcomeOf(missing)).slice(1)}],"processing_time":${processingTime(job)}}`;
}
