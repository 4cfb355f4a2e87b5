/** Makes a stream that can be read once good for several attempts, as long as little of it has been read. */
import { InputError } from '../errors/octavo-error.ts';

/** A refusal comes before the service has read much: what was sent until then fits in here many times over. */
const keptBytesMax = 16 * 1024 * 1024;

export class ReplayableStream {
  readonly #source: AsyncIterator<Uint8Array>;
  #kept: Uint8Array[] = [];
  /** Chunks that were let go before the first one kept. */
  #dropped = 0;
  #bytesRead = 0;
  #isEnded = false;
  /** An abandoned attempt may still wait for a chunk: the next one waits for the same read, so that none is lost. */
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
        'The stream was read too far to be sent a second time.',
        'Pass a path, a File, a Blob or bytes: they can be read again.',
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
