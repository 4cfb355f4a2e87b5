/** Lets a one-time stream be read again for a retry, as long as little of it has been read. */
import { InputError } from '../errors/octavo-error.ts';

/** The server rejects a request before it has read much, so this buffer is ample. */
const keptBytesMax = 16 * 1024 * 1024;

export class ReplayableStream {
  readonly #source: AsyncIterator<Uint8Array>;
  #kept: Uint8Array[] = [];
  /** Number of chunks dropped before the first one kept. */
  #dropped = 0;
  #bytesRead = 0;
  #isEnded = false;
  /** A read that an abandoned attempt may still wait for. The next attempt waits for the same one, so no chunk is lost. */
  #reading: Promise<void> | null = null;
  #reader = 0;

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  get canReopen(): boolean {
    return this.#bytesRead <= keptBytesMax;
  }

  async *open(): AsyncGenerator<Uint8Array> {
    if (!this.canReopen) {
      throw new InputError(
        'Too much of the stream was read to send it again.',
        'Pass a path, a File, a Blob or bytes, which can be read again.',
      );
    }
    this.#reader += 1;
    const reader = this.#reader;
    for (let at = 0; reader === this.#reader; at += 1) {
      const chunk = await this.#chunkAt(at);
      if (chunk === undefined || reader !== this.#reader) return;
      if (!this.canReopen) this.#dropUntil(at + 1);
      yield chunk;
    }
  }

  async close(): Promise<void> {
    this.#reader += 1;
    this.#kept = [];
    if (!this.#isEnded) await this.#source.return?.();
  }

  async #chunkAt(at: number): Promise<Uint8Array | undefined> {
    while (at - this.#dropped >= this.#kept.length && !this.#isEnded) {
      this.#reading ??= this.#readOne();
      await this.#reading;
    }
    return this.#kept[at - this.#dropped];
  }

  async #readOne(): Promise<void> {
    try {
      const { done, value } = await this.#source.next();
      if (done) this.#isEnded = true;
      else {
        this.#kept.push(value);
        this.#bytesRead += value.byteLength;
      }
    } finally {
      this.#reading = null;
    }
  }

  #dropUntil(at: number): void {
    this.#kept.splice(0, at - this.#dropped);
    this.#dropped = at;
  }
}
