/** A reading of a document that is in memory, through the same index as stored ones. */
import type { DocumentStream } from '../model/document.ts';
import { decodeFooter, decodeLayout, type Frame, footerBytes } from '../reading/index-format.ts';
import { openIndex } from '../reading/open-index.ts';
import type { Reading } from '../reading/reading.ts';
import { writeIndex } from '../reading/write-index.ts';

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function memoryReading(document: DocumentStream, includeHeaderFooter = false): Reading {
  const file = joined([...writeIndex(document, { includeHeaderFooter }, (raw) => raw)]);
  const textAt = ({ offset, bytes }: Frame) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.subarray(offset, offset + bytes));
  const footer = decodeFooter(file.subarray(file.length - footerBytes), file.length);
  return openIndex(decodeLayout(textAt(footer)), async (frame) => textAt(frame));
}
