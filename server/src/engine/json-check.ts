/** Validates JSON of any size as a stream, and keeps only the scalar values of the outermost object. */
import { Utf8Check } from './utf8-check.ts';

type Expect = 'value' | 'key' | 'colon' | 'next' | 'end';

const quote = 0x22;
const backslash = 0x5c;
const tokenMax = 64;
const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

export class JsonCheck {
  /** Keys and unquoted values of the outermost object, unparsed. */
  readonly topLevel = new Map<string, string>();
  readonly #utf8 = new Utf8Check();
  readonly #nesting: ('{' | '[')[] = [];
  #expect: Expect = 'value';
  #inString = false;
  #escaped = false;
  #token = '';
  #key = '';
  #mayClose = false;
  #fault: string | null = null;

  update(chunk: Uint8Array): void {
    this.#utf8.update(chunk);
    for (let i = 0; i < chunk.length && this.#fault === null; i += 1) {
      this.#byte(chunk[i] as number);
    }
  }

  /** Null when the input is one complete JSON value. */
  finish(): string | null {
    this.#endToken();
    if (!this.#utf8.finish()) {
      return 'not UTF-8';
    }
    return this.#fault ?? (this.#expect === 'end' ? null : 'cut short');
  }

  #byte(byte: number): void {
    if (this.#inString) {
      this.#stringByte(byte);
      return;
    }
    switch (byte) {
      case quote:
        this.#openString();
        break;
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        this.#endToken();
        break;
      case 0x7b:
        this.#open('{');
        break;
      case 0x5b:
        this.#open('[');
        break;
      case 0x7d:
        this.#close('{');
        break;
      case 0x5d:
        this.#close('[');
        break;
      case 0x2c:
        this.#comma();
        break;
      case 0x3a:
        this.#step(this.#expect === 'colon', 'value');
        break;
      default:
        this.#token += String.fromCharCode(byte);
        this.#step(this.#expect === 'value' && this.#token.length <= tokenMax, 'value');
    }
  }

  #comma(): void {
    this.#endToken();
    this.#step(this.#expect === 'next', this.#nesting.at(-1) === '{' ? 'key' : 'value');
  }

  #stringByte(byte: number): void {
    if (this.#escaped) {
      this.#escaped = false;
    } else if (byte === backslash) {
      this.#escaped = true;
    } else if (byte === quote) {
      this.#inString = false;
      this.#step(true, this.#expect === 'key' ? 'colon' : this.#after());
      return;
    } else if (byte < 0x20) {
      this.#fault = 'control character in a string';
    }
    if (this.#expect === 'key' && this.#nesting.length === 1 && this.#key.length < tokenMax) {
      this.#key += String.fromCharCode(byte);
    }
  }

  #openString(): void {
    this.#inString = true;
    if (this.#expect === 'key') {
      this.#key = this.#nesting.length === 1 ? '' : this.#key;
    }
    this.#step((this.#expect === 'key' || this.#expect === 'value') && this.#token === '', this.#expect);
  }

  #open(bracket: '{' | '['): void {
    this.#step(this.#expect === 'value' && this.#token === '', bracket === '{' ? 'key' : 'value');
    this.#nesting.push(bracket);
    this.#mayClose = true;
  }

  #close(bracket: '{' | '['): void {
    this.#endToken();
    const empty = this.#mayClose && (this.#expect === 'key' || this.#expect === 'value');
    const fits = this.#nesting.at(-1) === bracket && (this.#expect === 'next' || empty);
    this.#nesting.pop();
    this.#step(fits, this.#after());
  }

  #endToken(): void {
    if (this.#token === '') {
      return;
    }
    if (this.#nesting.length === 1) {
      this.topLevel.set(this.#key, this.#token);
    }
    this.#step(scalar.test(this.#token), this.#after());
    this.#token = '';
  }

  #after(): Expect {
    return this.#nesting.length === 0 ? 'end' : 'next';
  }

  #step(fits: boolean, next: Expect): void {
    if (!fits) {
      this.#fault ??= 'malformed';
    }
    this.#expect = next;
    this.#mayClose = false;
  }
}
