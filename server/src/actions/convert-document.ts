/** Converts one document: the engine finds what is on the pages, the writer writes what the document says. */
import { type Format, isTextFormat } from '../domain/formats.ts';
import type { DocumentFile, DocumentWriter, WriteOutcome } from '../ports/document-writer.ts';
import type { ConvertOutcome, ConvertRequest, Engine, EngineFailure, EngineOutput } from '../ports/engine.ts';
import { convertWithOcr, type OcrRequest } from './convert-with-ocr.ts';
import { serviceFailure } from './service-failure.ts';

export type ConvertDocumentPorts = {
  readonly engine: Pick<Engine, 'convert' | 'recognize'>;
  readonly writer: Pick<DocumentWriter, 'writeFromExtraction' | 'layOut'>;
};

type Extracted = Extract<ConvertOutcome, { status: 'converted' }>;
type Failed = Extract<ConvertOutcome, { status: 'failed' }>;

/** Outputs in the order in which they were requested, the document to store, and its reading index. */
export type ConvertedDocument = Omit<Extracted, 'extraction'> & {
  readonly document: DocumentFile;
  readonly reading: DocumentFile | null;
};
export type DocumentOutcome = ConvertedDocument | Failed;

/** The writer gets what is left of the time limit, but never less than this: it did not cause the delay. */
const writerTimeoutMsMin = 10_000;

export async function convertDocument(
  { engine, writer }: ConvertDocumentPorts,
  request: OcrRequest,
): Promise<DocumentOutcome> {
  const startedAtMs = performance.now();
  const { fileName, options, outDir, signal } = request;
  const leftMs = () => Math.max(writerTimeoutMsMin, request.timeoutMs - (performance.now() - startedAtMs));
  const layOut: ConvertRequest['layOut'] = (extractionPath, ending) => {
    const outPath = `${extractionPath}.laid-out`;
    return writer.layOut({ extractionPath, outPath, options, timeoutMs: leftMs(), signal: ending });
  };
  const extracted = await convertWithOcr({ engine }, { ...request, layOut });
  if (extracted.status === 'failed') return extracted;
  request.onProgress?.({ stage: 'write', done: extracted.outputs.length, total: options.format.length });
  const written = await writer.writeFromExtraction({
    extractionPath: extracted.extraction.path,
    isLaidOut: extracted.extraction.isLaidOut,
    wordsPath: extracted.extraction.wordsPath,
    imagesDir: extracted.extraction.imagesDir,
    embedImages: options.imageOutput === 'embedded',
    language: options.language ?? undefined,
    formats: options.format.filter(isTextFormat),
    timeoutMs: leftMs(),
    ...{ fileName, options, outDir, signal },
  });
  const spent = { ...extracted.spent, durationMs: performance.now() - startedAtMs };
  if (written.status === 'failed') return { status: 'failed', failure: written.failure, spent };
  const failure = pagesDiffer(extracted, written);
  if (failure) return { status: 'failed', failure, spent };
  const { extraction: _, ...rest } = extracted;
  return {
    ...rest,
    outputs: inOrder(options.format, [...extracted.outputs, ...written.outputs]),
    warnings: [...extracted.warnings, ...written.warnings],
    document: written.document,
    reading: written.reading,
    spent,
  };
}

type Written = Extract<WriteOutcome, { status: 'written' }>;

/** The engine's own count decides what is charged, so the document must have the same pages. */
function pagesDiffer(extracted: Extracted, written: Written): EngineFailure | null {
  if (written.pageCount === extracted.pageCount && written.pagesConverted === extracted.pagesConverted) {
    return null;
  }
  const detail = `extraction has ${written.pagesConverted} of ${written.pageCount} pages, engine ${extracted.pagesConverted} of ${extracted.pageCount}`;
  const message = 'The engine cannot process this document; please report it.';
  return { ...serviceFailure('crash', message), detail };
}

function inOrder(formats: readonly Format[], outputs: readonly EngineOutput[]): readonly EngineOutput[] {
  return outputs.toSorted((a, b) => formats.indexOf(a.format) - formats.indexOf(b.format));
}
