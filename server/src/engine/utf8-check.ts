/** Says whether bytes that arrive in pieces are UTF-8. */
import { isUtf8 } from 'node:buffer';

export class Utf8Check {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #valid = true;

  update(chunk: Uint8Array): void {
    // The native check is many times faster; only a chunk that cuts a character in two needs the decoder.
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
