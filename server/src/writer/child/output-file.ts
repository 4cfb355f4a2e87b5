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

export class OutputFile {
  readonly #file: number;
  readonly #budget: ByteBudget;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #pending = '';

  constructor(path: string, budget: ByteBudget) {
    this.#file = openSync(path, 'wx');
    this.#budget = budget;
  }

  /** Never splits a surrogate pair that a writer has put into one chunk. */
  write(chunk: string): void {
    this.#pending += chunk;
    if (this.#pending.length >= bufferedChars) this.#flush();
  }

  writeBytes(data: Uint8Array): void {
    this.#budget.spend(data.length);
    this.#hash.update(data);
    this.#bytes += data.length;
    writeAll(this.#file, data);
  }

  #flush(): void {
    const data = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    this.writeBytes(data);
  }

  finish(): WrittenFile {
    if (this.#pending !== '') this.#flush();
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Whatever became of it. */
  close(): void {
    closeSync(this.#file);
  }
}

function written(path: string, budget: ByteBudget, write: (file: OutputFile) => void): WrittenFile {
  const file = new OutputFile(path, budget);
  try {
    write(file);
    return file.finish();
  } finally {
    file.close();
  }
}

export function writeFile(path: string, chunks: Iterable<string>, budget: ByteBudget): WrittenFile {
  return written(path, budget, (file) => {
    for (const chunk of chunks) file.write(chunk);
  });
}

export function writeBytes(path: string, data: Uint8Array, budget: ByteBudget): WrittenFile {
  return written(path, budget, (file) => file.writeBytes(data));
}

function writeAll(file: number, data: Uint8Array): void {
  for (let done = 0; done < data.length; ) {
    done += writeSync(file, data, done);
  }
}
