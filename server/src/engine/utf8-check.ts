/** Validates UTF-8 as a stream. */
import { isUtf8 } from 'node:buffer';

export class Utf8Check {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #valid = true;

  update(chunk: Uint8Array): void {
    // The native check is many times faster; only a chunk that splits a character needs the decoder.
    if (this.#valid && !isUtf8(chunk)) {
      this.#valid = this.#decodes(chunk, true);
    }
  }

  finish(): boolean {
    return this.#valid && this.#decodes(new Uint8Array(), false);
  }

  #decodes(chunk: Uint8Array, stream: boolean): boolean {
    try {
      this.#decoder.decode(chunk, { stream });
      return true;
    } catch {
      return false;
    }
  }
}
