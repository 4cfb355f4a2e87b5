/** One request of a writer process: reads an extraction or a stored document, and writes files. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentStream } from '@octavo/document/model/document.ts';
import type { WriteOptions } from '@octavo/document/model/write-options.ts';
import { writeIndex } from '@octavo/document/reading/write-index.ts';
import { refineDocument } from '@octavo/document/refine/refine-document.ts';
import { readStored } from '@octavo/document/store/stored-document.ts';
import { writeHtml } from '@octavo/document/write/write-html.ts';
import { writeJson } from '@octavo/document/write/write-json.ts';
import { writeMarkdown } from '@octavo/document/write/write-markdown.ts';
import { writeText } from '@octavo/document/write/write-text.ts';
import { fileNames, type WriterRequest, type WriterWritten } from '../message.ts';
import { compressFrame, decompressFile } from './compression.ts';
import { layOutFile } from './lay-out-range.ts';
import { linesOf } from './line-source.ts';
import { ByteBudget, writeBuffers, writeFile } from './output-file.ts';
import { storeDocument } from './store-document.ts';

const writers = {
  markdown: writeMarkdown,
  json: writeJson,
  html: writeHtml,
  text: writeText,
} satisfies Record<string, (document: DocumentStream, options: WriteOptions) => Iterable<string>>;

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
  const refined = refineDocument(
    { lines: linesFrom(extractionPath(request), request.lineBytesMax) },
    {
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
  const { document, compress } = storeDocument(refined, place(fileNames.plain), request.lineBytesMax, budget);
  const outputs = writeOutputs(request, document, budget);
  const index = () => writeIndex(document, request.options, compressFrame);
  const reading = hasReading ? writeBuffers(place(fileNames.reading), index(), budget) : null;
  const stored = await compress(place(fileNames.document));
  return written(request, document, { outputs, document: stored, reading }, refined.warnings());
}

/** Laying out pages is a quarter of the work, so that of a long document it is done before its pages are read twice. */
function extractionPath(request: WriterRequest): string {
  const path = join(request.directory, fileNames.extraction);
  if (request.isLaidOut || statSync(path).size <= readWholeBytesMax) return path;
  layOutFile(request, request);
  return join(request.directory, fileNames.laidOut);
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
  const outputs = writeOutputs(request, document, budget);
  return written(request, document, { outputs, document: stored, reading: null }, []);
}

function writeOutputs(
  { formats, directory, options }: WriterRequest,
  document: DocumentStream,
  budget: ByteBudget,
): WriterWritten['outputs'] {
  return formats.map((format) => ({
    format,
    file: writeFile(join(directory, `out.${format}`), writers[format](document, options), budget),
  }));
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
  files: Pick<WriterWritten, 'outputs' | 'document' | 'reading'>,
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
