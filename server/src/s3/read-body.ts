/** The body of a download, with translated errors, closed with its reader. */
import { addAbortSignal, Readable } from 'node:stream';
import { storageError } from './storage-error.ts';

export function translatedBody(source: Readable, signal?: AbortSignal): Readable {
  const body = Readable.from(chunksOf(source, signal), { objectMode: false });
  // A reader that stops before the first chunk never starts the generator, which then cannot clean up.
  body.once('close', () => source.destroy());
  return signal === undefined ? body : addAbortSignal(signal, body);
}

async function* chunksOf(source: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    throw storageError(error, signal);
  }
}

/** The size of the whole object from `bytes 0-9/100`. */
export function totalBytesOf(contentRange: string | undefined): number | undefined {
  const total = contentRange?.split('/')[1];
  return total === undefined || total === '*' ? undefined : Number(total);
}
