/** Writes chunks of text to a file: buffered, counted against a limit, and hashed in the same pass. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

export type WrittenFile = { readonly bytes: number; readonly sha256: string };

export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';
}

/** What all files of one document may add up to. */
export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new OutputTooLargeError('the outputs are larger than allowed');
  }
}

/** Writers yield many small chunks; a system call for each would cost more than making them. */
const bufferedChars = 131_072;

export function writeFile(path: string, chunks: Iterable<string>, budget: ByteBudget): WrittenFile {
  return writeBuffers(path, buffersOf(chunks), budget);
}

export function writeBytes(path: string, data: Buffer, budget: ByteBudget): WrittenFile {
  return writeBuffers(path, [data], budget);
}

export function writeBuffers(path: string, buffers: Iterable<Uint8Array>, budget: ByteBudget): WrittenFile {
  const hash = createHash('sha256');
  const file = openSync(path, 'wx');
  let bytes = 0;
  try {
    for (const data of buffers) {
      budget.spend(data.length);
      hash.update(data);
      bytes += data.length;
      writeAll(file, data);
    }
  } finally {
    closeSync(file);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Never splits a surrogate pair that a writer has put into one chunk. */
function* buffersOf(chunks: Iterable<string>): Generator<Buffer> {
  let pending = '';
  for (const chunk of chunks) {
    pending += chunk;
    if (pending.length >= bufferedChars) {
      yield Buffer.from(pending, 'utf8');
      pending = '';
    }
  }
  if (pending !== '') yield Buffer.from(pending, 'utf8');
}

function writeAll(file: number, data: Uint8Array): void {
  for (let done = 0; done < data.length; ) {
    done += writeSync(file, data, done);
  }
}
