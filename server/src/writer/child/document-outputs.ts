/** The formats and the reading index of a document, written in one pass over its parts. */
import { join } from 'node:path';
import type { DocumentHead, DocumentPart } from '@octavo/document/model/document.ts';
import { IndexWriter } from '@octavo/document/reading/write-index.ts';
import { partWithoutArtifacts } from '@octavo/document/write/clean-document.ts';
import type { OpenWriter, PartWriter } from '@octavo/document/write/part-writer.ts';
import { openHtml } from '@octavo/document/write/write-html.ts';
import { openJson } from '@octavo/document/write/write-json.ts';
import { openMarkdown } from '@octavo/document/write/write-markdown.ts';
import { openText } from '@octavo/document/write/write-text.ts';
import type { TextFormat } from '../../domain/formats.ts';
import { fileNames, type WriterRequest, type WriterWritten } from '../message.ts';
import { compressFrame } from './compression.ts';
import { ByteBudget, OutputFile } from './output-file.ts';

const writers: Readonly<Record<TextFormat, OpenWriter>> = {
  markdown: openMarkdown,
  json: openJson,
  html: openHtml,
  text: openText,
};

export type OutputsRequest = Pick<WriterRequest, 'formats' | 'directory' | 'options' | 'outputBytesMax'> & {
  readonly hasReading: boolean;
};

export type WrittenOutputs = Pick<WriterWritten, 'outputs' | 'reading'>;

type Output = { readonly format: TextFormat; readonly writer: PartWriter; readonly file: OutputFile };

export class DocumentOutputs {
  readonly #request: OutputsRequest;
  readonly #outputs: Output[] = [];
  readonly #index: { readonly writer: IndexWriter; readonly file: OutputFile } | null = null;

  constructor(
    head: DocumentHead,
    request: OutputsRequest,
    budget: ByteBudget = new ByteBudget(request.outputBytesMax),
  ) {
    this.#request = request;
    const open = (name: string) => new OutputFile(join(request.directory, name), budget);
    try {
      for (const format of request.formats) {
        const output = {
          format,
          writer: writers[format](head, request.options),
          file: open(`out.${format}`),
        };
        this.#outputs.push(output);
        output.file.write(output.writer.opening);
      }
      if (request.hasReading)
        this.#index = { writer: new IndexWriter(head, compressFrame), file: open(fileNames.reading) };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Clean parts with their artifacts, in their order. */
  add(part: DocumentPart): void {
    const shown = this.#request.options.includeHeaderFooter ? part : partWithoutArtifacts(part);
    for (const { writer, file } of this.#outputs) file.write(writer.part(shown));
    if (this.#index) for (const frame of this.#index.writer.part(shown)) this.#index.file.writeBytes(frame);
  }

  finish(): WrittenOutputs {
    const outputs = this.#outputs.map(({ format, writer, file }) => {
      file.write(writer.closing);
      return { format, file: file.finish() };
    });
    if (!this.#index) return { outputs, reading: null };
    const { writer, file } = this.#index;
    for (const frame of writer.finish()) file.writeBytes(frame);
    return { outputs, reading: file.finish() };
  }

  close(): void {
    for (const { file } of this.#outputs) file.close();
    this.#index?.file.close();
  }
}
