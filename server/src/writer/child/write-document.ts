/** One request of a writer process: reads an extraction or a stored document, and writes files. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentStream } from '@octavo/document/model/document.ts';
import { refineDocument } from '@octavo/document/refine/refine-document.ts';
import { readStored, storedLines } from '@octavo/document/store/stored-document.ts';
import { cleanHead, cleanParts } from '@octavo/document/write/clean-document.ts';
import { fileNames, type WriterRequest, type WriterWritten } from '../message.ts';
import { decompressFile } from './compression.ts';
import { DocumentOutputs, type OutputsRequest, type WrittenOutputs } from './document-outputs.ts';
import { layOutFile } from './lay-out-range.ts';
import { linesOf } from './line-source.ts';
import { ByteBudget } from './output-file.ts';
import { StoredFile } from './stored-file.ts';
import { ThreadedOutputs } from './threaded-outputs.ts';

/** Up to this size of the extraction it is read into memory once; a larger one is read line by line, twice. */
const readWholeBytesMax = 16 * 1_048_576;

export async function writeDocument(request: WriterRequest): Promise<WriterWritten> {
  return request.from === 'extraction' ? writeFromExtraction(request, true) : fromStored(request);
}

/** Without a reading index only where a benchmark measures what it costs. */
export async function writeFromExtraction(
  request: WriterRequest,
  hasReading: boolean,
): Promise<WriterWritten> {
  const place = (name: string) => join(request.directory, name);
  const budget = new ByteBudget(request.outputBytesMax);
  const { path, isLaidOut } = laidOutExtraction(request);
  const refined = refineDocument(
    { lines: linesFrom(path, request.lineBytesMax) },
    {
      isSurveyed: isLaidOut,
      ...(request.fileName !== null && { fileName: request.fileName }),
      ...(request.language !== null && { language: request.language }),
      ...(request.hasWords && {
        words: { lines: linesFrom(place(fileNames.words), request.lineBytesMax) },
      }),
      keepOrder: request.keepOrder,
      keepStructure: request.keepStructure,
      joinTables: request.joinTables,
      imageUrl: (name) => imageUrl(request, name),
    },
  );
  const outputs = { ...request, hasReading };
  const files = await storeAndWrite(refined, outputs, { isLong: isLaidOut, budget });
  return written(request, refined, files, refined.warnings());
}

type Files = Pick<WriterWritten, 'outputs' | 'document' | 'reading'>;

/** Refining costs more than all that follows, so everything is written in one pass; of a long document, in a thread. */
async function storeAndWrite(
  refined: DocumentStream,
  request: OutputsRequest,
  { isLong, budget }: { readonly isLong: boolean; readonly budget: ByteBudget },
): Promise<Files> {
  const place = (name: string) => join(request.directory, name);
  const stored = new StoredFile(place(fileNames.plain), budget);
  const outputs = isLong
    ? new ThreadedOutputs(cleanHead(refined.head), request)
    : new DocumentOutputs(refined.head, request, budget);
  try {
    for (const { text, part } of storedLines(refined)) {
      stored.add(text);
      if (part) await (outputs instanceof DocumentOutputs ? outputs.add(part) : outputs.add(text));
    }
    const files = await outputs.finish();
    if (isLong) spendOn(files, budget);
    return { ...files, document: await stored.compress(place(fileNames.document)) };
  } finally {
    stored.close();
    await outputs.close();
  }
}

/** A thread has a budget of its own. */
function spendOn({ outputs, reading }: WrittenOutputs, budget: ByteBudget): void {
  for (const { file } of outputs) budget.spend(file.bytes);
  budget.spend(reading?.bytes ?? 0);
}

/** Laying out pages is a quarter of the work, so that of a long document it is done before its pages are read again. */
function laidOutExtraction(request: WriterRequest): { readonly path: string; readonly isLaidOut: boolean } {
  const path = join(request.directory, fileNames.extraction);
  const { isLaidOut } = request;
  if (isLaidOut || statSync(path).size <= readWholeBytesMax) return { path, isLaidOut };
  layOutFile(request, request);
  return { path: join(request.directory, fileNames.laidOut), isLaidOut: true };
}

function linesFrom(path: string, lineBytesMax: number): () => Iterable<string> {
  if (statSync(path).size > readWholeBytesMax) return () => linesOf(path, lineBytesMax);
  const lines = [...linesOf(path, lineBytesMax)];
  return () => lines;
}

async function fromStored(request: WriterRequest): Promise<WriterWritten> {
  const place = (name: string) => join(request.directory, name);
  const budget = new ByteBudget(request.outputBytesMax);
  const stored = await decompressFile(place(fileNames.document), place(fileNames.plain), budget);
  const document = readStored(() => linesOf(place(fileNames.plain), request.lineBytesMax));
  const outputs = new DocumentOutputs(document.head, { ...request, hasReading: false }, budget);
  try {
    for (const part of cleanParts(document, { includeHeaderFooter: true })) outputs.add(part);
    return written(request, document, { ...outputs.finish(), document: stored }, []);
  } finally {
    outputs.close();
  }
}

const mediaTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const;
const imageName = /^imageFile\d+\.(png|jpeg)$/;

/** Undefined for an image that was not extracted; the figure stays, without an image. */
function imageUrl({ images, directory }: WriterRequest, name: string): string | undefined {
  const kind = imageName.exec(name)?.[1] as keyof typeof mediaTypes | undefined;
  if (images === 'off' || !kind) return undefined;
  if (images === 'external') return `${fileNames.images}/${name}`;
  try {
    const data = readFileSync(join(directory, fileNames.images, name));
    return `data:${mediaTypes[kind]};base64,${data.toString('base64')}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function written(
  { id }: WriterRequest,
  { head }: DocumentStream,
  files: Files,
  warnings: readonly { code: string; message: string; pages: readonly number[]; count: number }[],
): WriterWritten {
  return {
    event: 'written',
    id,
    ...files,
    // The adapter checks the codes against its closed list.
    warnings: warnings.map((warning) => ({
      ...warning,
      pages: [...warning.pages],
    })) as WriterWritten['warnings'],
    page_count: head.page_count,
    pages_converted: head.pages.length,
  };
}
