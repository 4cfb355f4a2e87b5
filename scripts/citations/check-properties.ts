/** What holds for reading a document in parts and for its chunks, with several budgets and options. */
import type { ChunkOptions } from '../../document/chunks/chunk.ts';
import { makeChunks } from '../../document/chunks/make-chunks.ts';
import type { DocumentStream } from '../../document/model/document.ts';
import { chunkPropertyFaults } from '../../document/properties/check-chunks.ts';
import { checkReading } from '../../document/properties/check-reading.ts';
import type { Reading } from '../../document/reading/reading.ts';

export const chunkings: readonly ChunkOptions[] = [
  { max_tokens: 512, overlap: 0, merge: true, tables: 'markdown', tokenizer: 'o200k_base' },
  { max_tokens: 128, overlap: 0, merge: false, tables: 'csv', tokenizer: 'o200k_base' },
  { max_tokens: 256, overlap: 32, merge: true, tables: 'html', tokenizer: 'characters' },
];

/** Walking with a cursor gives exactly the document, and no answer has more tokens than allowed. */
export async function readingFaults(document: DocumentStream): Promise<readonly string[]> {
  return (await checkReading(document)).map(({ property, detail }) => `${property}: ${detail}`);
}

export async function chunkFaults(
  reading: Reading,
  options: ChunkOptions,
): Promise<{ readonly chunks: number; readonly faults: readonly string[] }> {
  const idOf = (ref: string, start: number, end: number) => `${ref}:${start}-${end}`;
  const ids = async () => {
    const made = await Array.fromAsync(makeChunks(reading, options, idOf));
    return made.map(({ chunk }) => chunk.id);
  };
  const first = await ids();
  const isSame = String(first) === String(await ids());
  const faults = await chunkPropertyFaults(reading, options);
  return { chunks: first.length, faults: isSame ? faults : [...faults, 'other ids in the second run'] };
}
