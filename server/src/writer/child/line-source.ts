/** Reads a file line by line, synchronously and in bounded memory, as often as it is iterated. */
import { closeSync, openSync, readSync } from 'node:fs';

export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

const chunkBytes = 1_048_576;
const newline = 0x0a;

export function* linesOf(path: string, lineBytesMax: number): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let buffer = Buffer.allocUnsafe(chunkBytes);
    let length = 0;
    for (;;) {
      if (length === buffer.length) buffer = enlarged(buffer, lineBytesMax);
      const read = readSync(file, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      const searchFrom = length;
      length += read;
      const consumed = yield* completeLines(buffer.subarray(0, length), searchFrom);
      buffer.copyWithin(0, consumed, length);
      length -= consumed;
    }
    if (length > 0) yield buffer.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

/** Returns the length of the lines it has yielded. Bytes before `searchFrom` are known to contain no line end. */
function* completeLines(bytes: Buffer, searchFrom: number): Generator<string, number> {
  let start = 0;
  let end = bytes.indexOf(newline, searchFrom);
  while (end >= 0) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
    end = bytes.indexOf(newline, start);
  }
  return start;
}

function enlarged(buffer: Buffer<ArrayBuffer>, lineBytesMax: number): Buffer<ArrayBuffer> {
  if (buffer.length >= lineBytesMax) throw new LineTooLongError('a line of the file is too long');
  const larger = Buffer.allocUnsafe(Math.min(lineBytesMax, buffer.length * 2));
  buffer.copy(larger);
  return larger;
}
