/** Verifies that a conversion that reports success really succeeded. */
import type { AccessibilityReport } from '../domain/accessibility.ts';
import { type EngineFormat, type Format, isTextFormat } from '../domain/formats.ts';
import type { ConvertRequest, EngineFailure, EngineOutput, Extraction } from '../ports/engine.ts';
import { failure, noSpacePattern, outputTooLarge } from '../processes/failure.ts';
import { collectAccessibility } from './accessibility.ts';
import { collectExtraction, collectOutput, isFailure } from './collect.ts';
import { classifyError, formatsFailed } from './failure.ts';
import type { HostReply } from './host-message.ts';
import { exceedsOutput } from './output-limit.ts';
import type { ProcessLimits } from './settings.ts';
import { freeBytes, type SlotDirectory } from './slot-directory.ts';
import { unwrittenOutputs } from './warnings.ts';

const engineFormats: readonly EngineFormat[] = ['images', 'tagged-pdf', 'annotated-pdf'];
/** With less free space, something may not have been written even if no error was reported. */
const freeBytesMin = 65_536;

export type Validated =
  | {
      readonly outputs: readonly EngineOutput[];
      readonly extraction: Extraction;
      /** Only with a tagged PDF. */
      readonly accessibility: AccessibilityReport | null;
    }
  | { readonly failure: EngineFailure };

export async function validate(
  request: ConvertRequest,
  pagesChosen: number,
  reply: HostReply,
  directory: SlotDirectory,
  limits: ProcessLimits,
): Promise<Validated> {
  const doubt =
    checkReply(request, reply) ??
    (await checkDiskSpace(reply, directory, limits)) ??
    reportedExtractionFailure(reply);
  if (doubt) {
    return { failure: doubt };
  }
  const { format: formats, imageOutput } = request.options;
  const failed = reportedFailures(formats, reply, Math.min(pagesChosen, reply.pages ?? 0));
  const outputs = await collectOutputs(request, directory, failed);
  const report = outputs.some(({ format }) => format === 'tagged-pdf')
    ? await collectAccessibility(directory.out, reply.pages ?? 0)
    : null;
  if (report && isFailure(report)) {
    failed.set('tagged-pdf', report);
  }
  if (failed.size > 0) {
    return { failure: formatsFailed(failed, formats) };
  }
  const extraction = await collectExtraction(directory.out, request.outDir, imageOutput === 'embedded');
  if (isFailure(extraction)) {
    return { failure: extraction };
  }
  const late = await checkTargetSpace(request.outDir);
  const accessibility = report && !isFailure(report) ? report : null;
  return late ? { failure: late } : { outputs, extraction, accessibility };
}

/** Adds to `failed` what could not be collected. */
async function collectOutputs(
  { options, outDir }: ConvertRequest,
  directory: SlotDirectory,
  failed: Map<Format, EngineFailure>,
): Promise<EngineOutput[]> {
  const outputs: EngineOutput[] = [];
  for (const format of options.format.filter((name) => !isTextFormat(name))) {
    if (failed.has(format)) {
      continue;
    }
    const collected = await collectOutput(format, directory.out, outDir);
    if (isFailure(collected)) {
      failed.set(format, collected);
    } else {
      outputs.push(collected);
    }
  }
  return outputs;
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
  const named = [reply.empty_pages, reply.image_only_pages, reply.garbled_pages, reply.sparse_pages];
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

/** Without the extraction there is no document, whatever was requested. */
function reportedExtractionFailure(reply: HostReply): EngineFailure | null {
  const extraction = reply.outputs?.find(({ format }) => format === 'extraction');
  if (extraction?.ok) {
    return null;
  }
  return extraction?.error ? classifyError(extraction.error) : notWritten('extraction');
}

/**
 * Failures that the host reports: exceptions by format, PDFs with the wrong number of pages, and log lines about lost
 * output.
 */
function reportedFailures(
  formats: readonly Format[],
  reply: HostReply,
  pagesExpected: number,
): Map<Format, EngineFailure> {
  const failed = new Map<Format, EngineFailure>();
  const markFailed = (format: EngineFormat, fault: EngineFailure) => {
    for (const affected of affectedBy(format, formats)) {
      failed.set(affected, failed.get(affected) ?? fault);
    }
  };
  for (const format of engineFormats) {
    const output = reply.outputs?.find((one) => one.format === format);
    const fault = output && outputFault(format, output, pagesExpected);
    if (fault) markFailed(format, fault);
  }
  for (const line of unwrittenOutputs(reply.logs ?? [])) {
    const format = logNames.find(([pattern]) => pattern.test(line.text))?.[1];
    if (format) {
      markFailed(format, failure('crash', `engine log of ${line.logger}`, { retryable: false }));
    }
  }
  return failed;
}

function outputFault(
  format: EngineFormat,
  { ok, error, pages }: NonNullable<HostReply['outputs']>[number],
  pagesExpected: number,
): EngineFailure | null {
  if (!ok) {
    return error ? classifyError(error) : notWritten(format);
  }
  return format.endsWith('-pdf') && pages !== pagesExpected
    ? failure('crash', `${pages} of ${pagesExpected} pages`, { retryable: false })
    : null;
}

/** Images are also embedded: if they were not requested as a format, the formats that show them are affected. */
function affectedBy(format: EngineFormat, requested: readonly Format[]): readonly Format[] {
  if (requested.includes(format)) {
    return [format];
  }
  return format === 'images' ? requested.filter((other) => showsImages.has(other)) : [];
}

const showsImages: ReadonlySet<Format> = new Set(['markdown', 'html', 'json']);

function notWritten(format: EngineFormat | 'extraction'): EngineFailure {
  return failure('crash', `${format}: not written`, { retryable: false });
}

const logNames: readonly (readonly [RegExp, EngineFormat])[] = [
  [/annotated/i, 'annotated-pdf'],
  [/image/i, 'images'],
];
