/** Makes the stored document, and a stream of it that all formats are written from. */
import type { DocumentPart, DocumentStream } from '@octavo/document/model/document.ts';
import { readStored, writeStored } from '@octavo/document/store/stored-document.ts';
import { compressFile, compressText } from './compression.ts';
import { linesOf } from './line-source.ts';
import { type ByteBudget, type WrittenFile, writeFile } from './output-file.ts';

/** Up to this length the stored document and its parts stay in memory; a longer one is written to disk and read back. */
const keptCharsMax = 8 * 1_048_576;

export type StoringResult = {
  readonly document: DocumentStream;
  /** Writes the compressed file. */
  compress(path: string): Promise<WrittenFile>;
};

/** Refining costs more than all that follows, so it is done once, whatever is written. */
export function storeDocument(
  refined: DocumentStream,
  plainPath: string,
  lineBytesMax: number,
  budget: ByteBudget,
): StoringResult {
  const parts: DocumentPart[] = [];
  const keeping = { head: refined.head, parts: () => kept(refined, parts) };
  const chunks = writeStored(keeping)[Symbol.iterator]();
  let text = '';
  for (let next = chunks.next(); !next.done; next = chunks.next()) {
    text += next.value;
    if (text.length > keptCharsMax) {
      parts.length = 0;
      writeFile(plainPath, rest(text, chunks, parts), budget);
      return {
        document: readStored(() => linesOf(plainPath, lineBytesMax)),
        compress: (path) => compressFile(plainPath, path, budget),
      };
    }
  }
  return {
    document: { head: refined.head, parts: () => parts },
    compress: async (path) => compressText(text, path, budget),
  };
}

function* kept(refined: DocumentStream, parts: DocumentPart[]): Generator<DocumentPart> {
  for (const part of refined.parts()) {
    parts.push(part);
    yield part;
  }
}

/** What is on disk is not kept in memory as well. */
function* rest(first: string, chunks: Iterator<string>, parts: DocumentPart[]): Generator<string> {
  yield first;
  for (let next = chunks.next(); !next.done; next = chunks.next()) {
    parts.length = 0;
    yield next.value;
  }
}
