/** Splits the output of a child process into lines, and buffers at most one line of bounded length. */

export type PrintLimits = {
  /** Maximum length of a line. */
  readonly lineBytesMax: number;
  /** Maximum output between two calls of `renew`. */
  readonly totalBytesMax: number;
};

const newline = 0x0a;
const firstBytes = 4_096;

/** Lines are passed on immediately and never queued. After an overflow nothing more is read. */
export class BoundedLines {
  readonly #limits: PrintLimits;
  readonly #onLine: (line: string) => void;
  readonly #onOverflow: () => void;
  // One growing buffer: a list of chunks would use far more memory for small chunks.
  #pending = Buffer.alloc(0);
  #length = 0;
  #bytesLeft: number;
  #overflowed = false;

  constructor(limits: PrintLimits, onLine: (line: string) => void, onOverflow: () => void) {
    this.#limits = limits;
    this.#onLine = onLine;
    this.#onOverflow = onOverflow;
    this.#bytesLeft = limits.totalBytesMax;
  }

  renew(): void {
    this.#bytesLeft = this.#limits.totalBytesMax;
  }

  push(chunk: Buffer): void {
    this.#bytesLeft -= chunk.length;
    if (this.#bytesLeft < 0) {
      this.#overflow();
    }
    let from = 0;
    while (!this.#overflowed) {
      const end = chunk.indexOf(newline, from);
      this.#keep(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0 || this.#overflowed) {
        return;
      }
      const line = this.#pending.toString('utf8', 0, this.#length);
      this.#length = 0;
      from = end + 1;
      this.#onLine(line);
    }
  }

  #keep(part: Buffer): void {
    const length = this.#length + part.length;
    if (length > this.#limits.lineBytesMax) {
      this.#overflow();
      return;
    }
    if (length > this.#pending.length) {
      const size = Math.min(this.#limits.lineBytesMax, Math.max(firstBytes, length * 2));
      const larger = Buffer.allocUnsafe(size);
      this.#pending.copy(larger, 0, 0, this.#length);
      this.#pending = larger;
    }
    part.copy(this.#pending, this.#length);
    this.#length = length;
  }

  #overflow(): void {
    if (this.#overflowed) {
      return;
    }
    this.#overflowed = true;
    this.#pending = Buffer.alloc(0);
    this.#length = 0;
    this.#onOverflow();
  }
}
