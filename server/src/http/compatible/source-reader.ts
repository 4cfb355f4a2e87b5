/**
 * Reads a JSON body of docling-serve with a file in it as base64, as a stream: the file passes through, everything else
 * is kept.
 */
import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parser, type Token } from 'stream-json/parser.js';
import { invalidRequest, OctavoError } from '../../domain/errors.ts';
import type { BodyRate } from '../body-rate.ts';
import { beginUpload } from '../upload-body.ts';

/** What is kept of a body: everything but its file. */
const keptCharsMax = 1_048_576;
/** For the structure around a value. */
const charsPerValue = 16;
/** Bytes of the body for each character of the file, which may be escaped, and what may be on its way besides. */
const [bytesPerChar, otherBytesMax] = [2, 8 * 1_048_576];

const tooLarge = () =>
  new OctavoError(
    'payload_too_large',
    `The body holds more than ${keptCharsMax} bytes in addition to its file.`,
  );

type Container = { readonly value: Record<string, unknown> | unknown[]; key: string };

const isFile = (path: readonly Container[]) =>
  path.length === 3 && path[0]?.key === 'sources' && path[2]?.key === 'base64_string';

/** Puts values together from tokens, except the text of a file. */
class Assembler {
  /** The body, once all tokens have been taken. */
  result: unknown;
  readonly #path: Container[] = [];
  #text: string[] | null = null;
  #keptChars = 0;

  /** Text of the file that the token has. */
  take(token: Token): string | null {
    switch (token.name) {
      case 'startObject':
        return this.#open({});
      case 'startArray':
        return this.#open([]);
      case 'endObject':
      case 'endArray':
        return this.#close();
      case 'keyValue':
        return this.#name(token.value);
      case 'startString':
        this.#text = isFile(this.#path) ? null : [];
        return isFile(this.#path) ? '' : null;
      case 'stringChunk':
        if (!this.#text) return token.value;
        this.#text.push(token.value);
        return this.#keep(token.value.length);
      case 'endString':
        return this.#add(this.#text?.join('') ?? true);
      case 'numberValue':
        return this.#add(Number(token.value));
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#add(token.value);
      default:
        return null;
    }
  }

  #keep(chars: number): null {
    this.#keptChars += chars;
    if (this.#keptChars > keptCharsMax) throw tooLarge();
    return null;
  }

  #name(key: string): null {
    const last = this.#path.at(-1);
    if (last) last.key = key;
    return this.#keep(key.length);
  }

  #add(value: unknown): null {
    const last = this.#path.at(-1);
    this.#keep(charsPerValue);
    if (!last) this.result = value;
    else if (Array.isArray(last.value)) last.value.push(value);
    else Object.defineProperty(last.value, last.key, { value, enumerable: true, configurable: true });
    return null;
  }

  #open(value: Container['value']): null {
    this.#add(value);
    this.#path.push({ value, key: '' });
    return null;
  }

  #close(): null {
    this.#path.pop();
    return null;
  }
}

function toReadError(error: unknown): OctavoError {
  return error instanceof OctavoError
    ? error
    : new OctavoError('invalid_json', 'The body is not valid JSON.', { cause: error });
}

/** Ends a body of spaces, which are not kept. Blocks that are on their way to the parser are not of the file yet. */
function overheadCheck(taken: { fileChars: number }): Transform {
  let arrivedBytes = 0;
  return new Transform({
    transform: (block: Buffer, _encoding, done) => {
      arrivedBytes += block.length;
      const isTooMuch = arrivedBytes - bytesPerChar * taken.fileChars > otherBytesMax + block.length;
      return isTooMuch ? done(tooLarge()) : done(null, block);
    },
  });
}

async function* tokensOf(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
  taken: { fileChars: number },
) {
  const { raw } = request;
  const checked = overheadCheck(taken);
  const tokens = parser.asStream({ packStrings: false, streamKeys: false, streamNumbers: false });
  const fail = (error: Error) => {
    raw.unpipe(checked);
    checked.destroy();
    tokens.destroy(error);
  };
  checked.on('error', fail);
  beginUpload(request, reply, rate, fail);
  raw.pipe(checked).pipe(tokens);
  try {
    yield* tokens as AsyncIterable<Token>;
  } catch (error) {
    throw toReadError(error);
  } finally {
    raw.unpipe(checked);
    checked.destroy();
  }
}

/** Decodes base64 that arrives in pieces. */
async function* decoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const text of texts) {
    const all = rest + text.replaceAll(/\s+/g, '');
    if (/[^A-Za-z0-9+/=]/.test(all))
      throw invalidRequest({ loc: ['sources', 0, 'base64_string'], msg: 'must be base64' });
    const whole = all.length - (all.length % 4);
    rest = all.slice(whole);
    if (whole > 0) yield Buffer.from(all.slice(0, whole), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

export type SourceBody = {
  /** Ends with the body: only then is the rest of it known. */
  readonly file: AsyncIterable<Buffer>;
  /** All but the text of the file. */
  readonly rest: () => unknown;
};

/** `null` for JSON without a file. */
export async function readSourceBody(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: BodyRate,
): Promise<SourceBody | null> {
  const taken = { fileChars: 0 };
  const assembler = new Assembler();
  const tokens = tokensOf(request, reply, rate, taken);
  async function* fileTexts() {
    for await (const token of tokens) {
      const text = assembler.take(token);
      if (text === null) continue;
      taken.fileChars += text.length;
      yield text;
    }
  }
  const texts = fileTexts();
  // The first text is empty: it says that a file begins.
  if ((await texts.next()).done) return null;
  return { file: decoded(texts), rest: () => assembler.result };
}
