/** Splits what a child process prints into lines, and holds at most one line of bounded length of it. */

export type PrintLimits = {
  /** The longest line. */
  readonly lineBytesMax: number;
  /** All that may be printed between two calls of `renew`. */
  readonly totalBytesMax: number;
};

const newline = 0x0a;
const firstBytes = 4_096;

/** Lines are handed on as they come and never queued. After an overflow nothing more is read or kept. */
export class BoundedLines {
  readonly #limits: PrintLimits;
  readonly #onLine: (line: string) => void;
  readonly #onOverflow: () => void;
  // One buffer that grows: a list of chunks would cost far more than its bytes when they come one by one.
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
