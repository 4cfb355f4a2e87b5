/** The adapter of the document writer: warm Node processes, each limited to its own directory. */
import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInfo } from '../domain/formats.ts';
import type { ParserOptions } from '../domain/options.ts';
import type {
  ComparedDocument,
  CompareOutcome,
  CompareRequest,
  DocumentFile,
  DocumentWriter,
  ExtractionWriteRequest,
  LayOutRequest,
  StoredWriteRequest,
  WriteOutcome,
} from '../ports/document-writer.ts';
import type { EngineFailure, EngineOutput, LaidOut } from '../ports/engine.ts';
import { environmentFailure, failure } from '../processes/failure.ts';
import { processIdentity, removeStaleDirectories } from '../processes/process-identity.ts';
import { CodeCache } from './code-cache.ts';
import { classifyFault } from './failure.ts';
import { fileNames, type WriterRequest, type WriterWritten } from './message.ts';
import { defaultWriterSettings, type WriterSettings } from './settings.ts';
import { Slot } from './slot.ts';
import { SlotQueue } from './slot-queue.ts';

type AnyRequest = ExtractionWriteRequest | StoredWriteRequest;
type Limits = Pick<AnyRequest, 'timeoutMs' | 'signal'>;
type Failed = { readonly status: 'failed'; readonly failure: EngineFailure };

export function createDocumentWriter(change: Partial<WriterSettings> = {}): DocumentWriter {
  const settings = { ...defaultWriterSettings, ...change };
  const closing = new AbortController();
  const name = `${processIdentity(process.pid)}-${randomUUID().slice(0, 8)}`;
  const code = new CodeCache(join(settings.workDir, `${name}-code`));
  const slots = Array.from(
    { length: settings.slots },
    (_, n) => new Slot(settings, `${name}-${n + 1}`, closing.signal, code),
  );
  const queue = new SlotQueue(slots);
  const running = new Set<Promise<unknown>>();
  const run = async <Outcome>(
    request: Limits,
    work: (slot: Slot) => Promise<Outcome | Failed>,
  ): Promise<Outcome | Failed> => {
    const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal;
    const requestedAtMs = performance.now();
    const slot = await queue.acquire(signal);
    settings.metrics.waited((performance.now() - requestedAtMs) / 1_000);
    if (!slot)
      return { status: 'failed', failure: failure('cancelled', 'given up before a writer was free') };
    try {
      return await work(slot);
    } catch (error) {
      return {
        status: 'failed',
        failure: signal.aborted ? failure('cancelled', 'writer stopped') : environmentFailure(error),
      };
    } finally {
      // The caller does not wait for it.
      void tracked(takeBack(slot));
    }
  };
  const takeBack = async (slot: Slot) => {
    await slot
      .clean()
      .catch((error: Error) => settings.log('error', 'writer_not_cleaned', { reason: error.message }));
    queue.release(slot);
  };
  const tracked = async <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    running.add(outcome);
    try {
      return await outcome;
    } finally {
      running.delete(outcome);
    }
  };
  return {
    start: async () => {
      await mkdir(settings.workDir, { recursive: true });
      await removeStaleDirectories(settings.workDir);
      await Promise.all(slots.map((slot) => slot.start()));
    },
    writeFromExtraction: (request) =>
      tracked(run(request, (slot) => writeFromExtraction(settings, slot, closing.signal, request))),
    layOut: (request) => tracked(run(request, (slot) => layOut(settings, slot, closing.signal, request))),
    writeFromStored: (request) =>
      tracked(run(request, (slot) => writeFromStored(settings, slot, closing.signal, request))),
    compare: (request) => tracked(run(request, (slot) => compare(settings, slot, closing.signal, request))),
    use: () => ({ slots: slots.length, busy: slots.length - queue.free, waiting: queue.waiting }),
    close: async () => {
      closing.abort();
      while (running.size > 0) await Promise.allSettled(running);
      await Promise.all(slots.map((slot) => slot.remove()));
      await code.remove();
    },
  };
}

async function writeFromExtraction(
  settings: WriterSettings,
  slot: Slot,
  closing: AbortSignal,
  request: ExtractionWriteRequest,
): Promise<WriteOutcome> {
  await slot.start();
  await slot.place(request.extractionPath, fileNames.extraction);
  if (request.wordsPath !== undefined) await slot.place(request.wordsPath, fileNames.words);
  if (request.embedImages && request.imagesDir) await slot.placeAll(request.imagesDir, fileNames.images);
  const result = await slot.send(
    {
      ...messageOf(settings, request),
      from: 'extraction',
      images: request.embedImages ? 'embedded' : request.options.imageOutput === 'off' ? 'off' : 'external',
      fileName: request.fileName,
      language: request.language ?? null,
      hasWords: request.wordsPath !== undefined,
      isLaidOut: request.isLaidOut === true,
      ...layoutOf(request.options),
      joinTables: request.options.joinTables,
    },
    sendOptions(request, closing),
  );
  if (result.event !== 'written') return { status: 'failed', failure: classifyFault(result) };
  const takeFile = async (name: string, file: WriterWritten['document']) => {
    const path = join(request.outDir, name);
    await take(slot, name, path, file.bytes);
    return { path, ...file };
  };
  return finish(slot, request, result, async () => ({
    document: await takeFile(fileNames.document, result.document),
    reading: result.reading && (await takeFile(fileNames.reading, result.reading)),
  }));
}

const layoutOf = ({ readingOrder, useStructTree }: ParserOptions) => ({
  keepOrder: readingOrder === 'off',
  keepStructure: useStructTree,
});

async function layOut(
  { outputBytesMax, lineBytesMax }: WriterSettings,
  slot: Slot,
  closing: AbortSignal,
  request: LayOutRequest,
): Promise<LaidOut> {
  await slot.start();
  await slot.place(request.extractionPath, fileNames.extraction);
  const result = await slot.send(
    { from: 'range', ...layoutOf(request.options), outputBytesMax, lineBytesMax },
    sendOptions(request, closing),
  );
  if (result.event !== 'laid_out') return { status: 'failed', failure: classifyFault(result) };
  const { bytes } = result.file;
  await take(slot, fileNames.laidOut, request.outPath, bytes);
  return { status: 'laid_out', path: request.outPath, bytes };
}

async function writeFromStored(
  settings: WriterSettings,
  slot: Slot,
  closing: AbortSignal,
  request: StoredWriteRequest,
): Promise<WriteOutcome> {
  await slot.start();
  await slot.place(request.documentPath, fileNames.document);
  const message = {
    from: 'stored',
    images: 'off',
    fileName: null,
    language: null,
    hasWords: false,
    isLaidOut: false,
    keepOrder: false,
    keepStructure: false,
    joinTables: true,
  } as const;
  const result = await slot.send(
    { ...messageOf(settings, request), ...message },
    sendOptions(request, closing),
  );
  if (result.event !== 'written') return { status: 'failed', failure: classifyFault(result) };
  const document = { path: request.documentPath, ...result.document };
  return finish(slot, request, result, async () => ({ document, reading: null }));
}

const sideOf = ({ jobId, fileName, options }: ComparedDocument) => ({
  jobId,
  fileName,
  includeHeaderFooter: options.includeHeaderFooter,
});

async function compare(
  { outputBytesMax, lineBytesMax }: WriterSettings,
  slot: Slot,
  closing: AbortSignal,
  request: CompareRequest,
): Promise<CompareOutcome> {
  const { base, head, scope, format, outPath } = request;
  await slot.start();
  await slot.place(base.documentPath, fileNames.base);
  await slot.place(head.documentPath, fileNames.head);
  const sides = { base: sideOf(base), head: sideOf(head) };
  const result = await slot.send(
    { from: 'pair', ...sides, scope, format, outputBytesMax, lineBytesMax },
    sendOptions(request, closing),
  );
  if (result.event !== 'compared') return { status: 'failed', failure: classifyFault(result) };
  await take(slot, fileNames.diff, outPath, result.file.bytes);
  return { status: 'compared', file: { path: outPath, ...result.file } };
}

function messageOf(settings: WriterSettings, { formats, options }: AnyRequest) {
  const { includeHeaderFooter, keepLineBreaks, markdownWithHtml } = options;
  const { markdownPageSeparator, textPageSeparator, htmlPageSeparator } = options;
  return {
    formats,
    options: {
      ...{ includeHeaderFooter, keepLineBreaks, markdownWithHtml },
      ...{ markdownPageSeparator, textPageSeparator, htmlPageSeparator },
    },
    outputBytesMax: settings.outputBytesMax,
    lineBytesMax: settings.lineBytesMax,
  } satisfies Partial<WriterRequest>;
}

function sendOptions({ timeoutMs, signal }: Limits, closing: AbortSignal) {
  return { timeoutMs, signal: signal ? AbortSignal.any([signal, closing]) : closing };
}

async function finish(
  slot: Slot,
  { formats, outDir }: AnyRequest,
  result: WriterWritten,
  stored: () => Promise<{ readonly document: DocumentFile; readonly reading: DocumentFile | null }>,
): Promise<WriteOutcome> {
  const outputs: EngineOutput[] = [];
  for (const format of formats) {
    const file = result.outputs.find((output) => output.format === format)?.file;
    if (!file) return { status: 'failed', failure: failure('crash', `writer: no ${format}`) };
    const { outputFile, mediaType } = formatInfo[format];
    const path = join(outDir, outputFile);
    await take(slot, `out.${format}`, path, file.bytes);
    outputs.push({ format, path, mediaType, ...file });
  }
  const { warnings, page_count: pageCount, pages_converted: pagesConverted } = result;
  return { status: 'written', outputs, ...(await stored()), warnings, pageCount, pagesConverted };
}

async function take(slot: Slot, name: string, target: string, bytes: number): Promise<void> {
  await slot.take(name, target);
  const { size } = await stat(target);
  if (size !== bytes) throw new Error(`${name} has ${size} bytes, not ${bytes}`);
}
