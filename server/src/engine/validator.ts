/** Verifies that a conversion that reports success really succeeded. */
import type { Format } from '../domain/formats.ts';
import type { ConvertRequest, EngineFailure, EngineOutput } from '../ports/engine.ts';
import { collectOutput, isFailure } from './collect.ts';
import { classifyError, failure, formatsFailed, noSpacePattern, outputTooLarge } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { exceedsOutput } from './output-limit.ts';
import type { ProcessLimits } from './settings.ts';
import { freeBytes, type SlotDirectory } from './slot-directory.ts';
import { unwrittenOutputs } from './warnings.ts';

/** With less free space, something may not have been written even if no error was reported. */
const freeBytesMin = 65_536;

export type Validated = { readonly outputs: readonly EngineOutput[] } | { readonly failure: EngineFailure };

export async function validate(
  request: ConvertRequest,
  reply: HostReply,
  directory: SlotDirectory,
  limits: ProcessLimits,
): Promise<Validated> {
  const doubt = checkReply(request, reply) ?? (await checkDiskSpace(reply, directory, limits));
  if (doubt) {
    return { failure: doubt };
  }
  const failed = reportedFailures(request.options.format, reply);
  const outputs: EngineOutput[] = [];
  const expected = { pageCount: reply.pages ?? 0, textCharacters: reply.text_characters ?? 0 };
  for (const format of request.options.format) {
    if (failed.has(format)) {
      continue;
    }
    const collected = await collectOutput(format, directory.out, request.outDir, request.fileName, expected);
    if (isFailure(collected)) {
      failed.set(format, collected);
    } else {
      outputs.push(collected);
    }
  }
  if (failed.size === 0) {
    const late = await checkTargetSpace(request.outDir);
    return late ? { failure: late } : { outputs };
  }
  return { failure: formatsFailed(failed, request.options.format) };
}

/** More pages than admitted were not reserved; fewer are charged as fewer. */
function checkReply(request: ConvertRequest, reply: HostReply): EngineFailure | null {
  const pages = reply.pages;
  if (!Number.isInteger(pages) || pages === undefined || pages < 1) {
    return failure('invalid', `engine counts ${pages} pages`);
  }
  if (pages > request.pageCount) {
    return failure('invalid', `engine counts ${pages} pages, ${request.pageCount} were admitted`);
  }
  const named = [reply.empty_pages, reply.image_only_pages, reply.garbled_pages];
  const others = [reply.dropped_pages, reply.unseen_pages];
  if ([...named, ...others].some((list) => list?.some((page) => page > pages))) {
    return failure('crash', `engine names pages beyond the ${pages} there are`);
  }
  const logs = reply.logs ?? [];
  const full = logs.find((line) => noSpacePattern.test(line.text));
  return full ? failure('disk', `engine log of ${full.logger}: no space`) : null;
}

/**
 * The engine silently drops a temp file that does not fit, and continues without a font or a stream. So free space is
 * sampled every 5 ms, and the last quarter counts as full: no writer fills that much between two samples. Then no
 * result can be trusted, not even that the document is invalid.
 */
export function tempWasFull(reply: HostReply, limits: ProcessLimits): boolean {
  return (reply.temp_free_bytes ?? 0) < limits.tempBytesMax / 4;
}

async function checkDiskSpace(
  reply: HostReply,
  directory: SlotDirectory,
  limits: ProcessLimits,
): Promise<EngineFailure | null> {
  if (tempWasFull(reply, limits)) {
    return failure('disk', 'temp is full');
  }
  if ((await freeBytes(directory.out)) < freeBytesMin) {
    return failure('disk', 'out is full');
  }
  return (await exceedsOutput(directory.out, limits)) ? outputTooLarge('output limit') : null;
}

async function checkTargetSpace(outDir: string): Promise<EngineFailure | null> {
  return (await freeBytes(outDir)) < freeBytesMin ? failure('disk', 'target directory is full') : null;
}

/**
 * Failures that the host reports: exceptions by format, PDFs with the wrong number of pages, and log lines about lost
 * output.
 */
function reportedFailures(formats: readonly Format[], reply: HostReply): Map<Format, EngineFailure> {
  const failed = new Map<Format, EngineFailure>();
  const markFailed = (format: Format, fault: EngineFailure) => {
    for (const affected of affectedBy(format, formats)) {
      failed.set(affected, failed.get(affected) ?? fault);
    }
  };
  for (const output of reply.outputs ?? []) {
    const format = output.format as Format;
    if (!output.ok) {
      markFailed(format, output.error ? classifyError(output.error) : notWritten(format));
    } else if (format.endsWith('-pdf') && output.pages !== pagesOfPdf(output, reply)) {
      const pages = `${output.pages} of ${pagesOfPdf(output, reply)} pages`;
      markFailed(format, failure('crash', pages, { retryable: false }));
    }
  }
  for (const line of unwrittenOutputs(reply.logs ?? [])) {
    const format = logNames.find(([pattern]) => pattern.test(line.text))?.[1];
    if (format) {
      markFailed(format, failure('crash', `engine log of ${line.logger}`, { retryable: false }));
    }
  }
  return failed;
}

type HostOutput = NonNullable<HostReply['outputs']>[number];

/** How many pages a PDF output must have. */
function pagesOfPdf(output: HostOutput, reply: HostReply): number | undefined {
  return output.pages_chosen ?? reply.pages;
}

/** Images are also embedded: if they were not requested as a format, the formats that show them are affected. */
function affectedBy(format: Format, requested: readonly Format[]): readonly Format[] {
  if (requested.includes(format)) {
    return [format];
  }
  return format === 'images' ? requested.filter((other) => showsImages.has(other)) : [];
}

const showsImages: ReadonlySet<Format> = new Set(['markdown', 'html', 'json']);

function notWritten(format: Format): EngineFailure {
  return failure('crash', `${format}: not written`, { retryable: false });
}

const logNames: readonly (readonly [RegExp, Format])[] = [
  [/markdown/i, 'markdown'],
  [/html/i, 'html'],
  [/json/i, 'json'],
  [/text output/i, 'text'],
  [/annotated/i, 'annotated-pdf'],
  [/image/i, 'images'],
];
