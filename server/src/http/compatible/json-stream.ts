/** JSON bodies that are written while their parts are read, so that memory does not grow with a document. */
import { Readable } from 'node:stream';

/** UTF-8 as a JSON string. The first piece comes after the first block. */
export async function* jsonString(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  let lead = '"';
  for await (const block of blocks) {
    yield lead + escaped(decoder.decode(block, { stream: true }));
    lead = '';
  }
  yield `${lead}${escaped(decoder.decode())}"`;
}

/** Several items in one write: fewer, larger packets. */
const writeCharsMin = 65_536;

export async function* jsonArray(items: AsyncIterable<object>): AsyncGenerator<string> {
  let text = '[';
  let separator = '';
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < writeCharsMin) continue;
    yield text;
    text = '';
  }
  yield `${text}]`;
}

/**
 * A stream of pieces whose first has been made: what fails before it, such as storage that is unavailable, is thrown
 * while the response can still be an error. It is read only as fast as the client reads.
 */
export async function startedStream(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  async function* all() {
    try {
      if (!first.done) yield first.value;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 1 });
}
