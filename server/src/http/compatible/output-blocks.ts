/** Reads an output of a job as docling-serve would have written it. */
import { type DownloadPorts, openStored } from '../../actions/download-output.ts';
import { unavailable } from '../../domain/errors.ts';
import type { TextFormat } from '../../domain/formats.ts';
import type { Job } from '../../domain/job.ts';
import { parsePageRange } from '../../domain/page-range.ts';

export type OutputPorts = Pick<DownloadPorts, 'blobs'>;

async function* storedBlocks(
  ports: OutputPorts,
  job: Job,
  format: TextFormat,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const output = job.outputs.find((candidate) => candidate.format === format);
  if (!output) throw unavailable('storage', new Error(`a done job has no ${format}`));
  if (output.bytes > 0) yield* (await openStored(ports, output.objectKey, null, signal)).body;
}

const withoutPrefix = (text: Buffer, prefix: Buffer) =>
  text.subarray(0, prefix.length).equals(prefix) ? text.subarray(prefix.length) : text;

/** The blocks without a text at their beginning. */
async function* withoutFirst(text: string, blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const prefix = Buffer.from(text);
  let held: Buffer | null = Buffer.alloc(0);
  for await (const block of blocks) {
    held = held && Buffer.concat([held, block]);
    if (held && held.length < prefix.length) continue;
    yield held ? withoutPrefix(held, prefix) : block;
    held = null;
  }
  // Only the line break after the text is missing if nothing follows it.
  if (held && held.toString() !== text.slice(0, -1)) yield withoutPrefix(held, prefix);
}

/** Pages are converted in their order, in whatever order they were asked for. */
function firstPage(pages: string | null): number {
  const parsed = parsePageRange(pages ?? '1');
  return parsed.ok ? (parsed.range[0]?.from ?? 1) : 1;
}

/** docling-serve writes the placeholder between pages; the markdown of a job has it before every page. */
export function outputBlocks(
  ports: OutputPorts,
  job: Job,
  format: TextFormat,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const blocks = storedBlocks(ports, job, format, signal);
  const { markdownPageSeparator: separator, pages } = job.options;
  if (format !== 'markdown' || separator === null) return blocks;
  return withoutFirst(`${separator.replaceAll('%page-number%', `${firstPage(pages)}`)}\n\n`, blocks);
}
