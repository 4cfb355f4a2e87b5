/** One request of a writer process: reads an extraction or a stored document, and writes files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentPart, DocumentStream } from '@octavo/document/model/document.ts';
import type { WriteOptions } from '@octavo/document/model/write-options.ts';
import { refineDocument } from '@octavo/document/refine/refine-document.ts';
import { readStored, writeStored } from '@octavo/document/store/stored-document.ts';
import { writeHtml } from '@octavo/document/write/write-html.ts';
import { writeJson } from '@octavo/document/write/write-json.ts';
import { writeMarkdown } from '@octavo/document/write/write-markdown.ts';
import { writeText } from '@octavo/document/write/write-text.ts';
import { fileNames, type WriterRequest, type WriterWritten } from '../message.ts';
import { compressFile, decompressFile } from './compression.ts';
import { linesOf } from './line-source.ts';
import { ByteBudget, writeFile } from './output-file.ts';

const writers = {
  markdown: writeMarkdown,
  json: writeJson,
  html: writeHtml,
  text: writeText,
} satisfies Record<string, (document: DocumentStream, options: WriteOptions) => Iterable<string>>;

/** Up to this size of the stored document its parts stay in memory between the formats; larger ones are read again. */
const keptCharsMax = 16 * 1_048_576;

export async function writeDocument(request: WriterRequest): Promise<WriterWritten> {
  return request.from === 'extraction' ? fromExtraction(request) : fromStored(request);
}

async function fromExtraction(request: WriterRequest): Promise<WriterWritten> {
  const place = (name: string) => join(request.directory, name);
  const budget = new ByteBudget(request.outputBytesMax);
  const lines = () => linesOf(place(fileNames.extraction), request.lineBytesMax);
  const refined = refineDocument(
    { lines },
    {
      ...(request.fileName !== null && { fileName: request.fileName }),
      ...(request.language !== null && { language: request.language }),
      keepLineBreaks: request.options.keepLineBreaks,
      imageUrl: (name) => imageUrl(request, name),
    },
  );
  const document = storeAndKeep(request, refined, budget);
  const outputs = writeOutputs(request, document, budget);
  const stored = await compressFile(place(fileNames.plain), place(fileNames.document), budget);
  return written(request, document, outputs, stored, refined.warnings());
}

async function fromStored(request: WriterRequest): Promise<WriterWritten> {
  const place = (name: string) => join(request.directory, name);
  const budget = new ByteBudget(request.outputBytesMax);
  const stored = await decompressFile(place(fileNames.document), place(fileNames.plain), budget);
  const document = readStored(() => linesOf(place(fileNames.plain), request.lineBytesMax));
  const outputs = writeOutputs(request, document, budget);
  return written(request, document, outputs, stored, []);
}

/** Refining costs more than anything after it, so it is done once: the result is kept in memory or read back. */
function storeAndKeep(request: WriterRequest, refined: DocumentStream, budget: ByteBudget): DocumentStream {
  const plain = join(request.directory, fileNames.plain);
  const kept: DocumentPart[] = [];
  let chars = 0;
  const keeping: DocumentStream = {
    head: refined.head,
    parts: function* () {
      for (const part of refined.parts()) {
        if (chars <= keptCharsMax) kept.push(part);
        else kept.length = 0;
        yield part;
      }
    },
  };
  const counted = function* () {
    for (const chunk of writeStored(keeping)) {
      chars += chunk.length;
      yield chunk;
    }
  };
  writeFile(plain, counted(), budget);
  return chars <= keptCharsMax
    ? { head: refined.head, parts: () => kept }
    : readStored(() => linesOf(plain, request.lineBytesMax));
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
  outputs: WriterWritten['outputs'],
  document: WriterWritten['document'],
  warnings: readonly { code: string; message: string; pages: readonly number[]; count: number }[],
): WriterWritten {
  return {
    event: 'written',
    id,
    outputs,
    document,
    // The adapter checks the codes against its closed list.
    warnings: warnings.map((warning) => ({
      ...warning,
      pages: [...warning.pages],
    })) as WriterWritten['warnings'],
    page_count: head.page_count,
    pages_converted: head.pages.length,
  };
}
