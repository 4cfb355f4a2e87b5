/** A format as it is written part by part, so that several formats are written in one pass over a document. */
import type { DocumentHead, DocumentPart, DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { cleanParts } from './clean-document.ts';

export type PartWriter = {
  readonly opening: string;
  /** Parts in their order, as `cleanParts` passes them. */
  part(part: DocumentPart): string;
  readonly closing: string;
};

export type OpenWriter = (head: DocumentHead, options: WriteOptions) => PartWriter;

export function* writeParts(
  open: OpenWriter,
  document: DocumentStream,
  options: WriteOptions,
): Generator<string> {
  const writer = open(document.head, options);
  if (writer.opening !== '') yield writer.opening;
  for (const part of cleanParts(document, options)) {
    const text = writer.part(part);
    if (text !== '') yield text;
  }
  if (writer.closing !== '') yield writer.closing;
}
