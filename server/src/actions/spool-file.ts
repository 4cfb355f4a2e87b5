/** Writes a file that arrives to the spool: hashed, checked by its first bytes and limited while it streams. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { freeBuffer } from '../domain/free-buffer.ts';

const magic = Buffer.from('%PDF-');

export function fileTooLarge(fileBytesMax: number): OctavoError {
  const megabytes = fileBytesMax / 1_048_576;
  return new OctavoError('file_too_large', `The file is larger than the ${megabytes} MB your plan allows.`);
}

/** Refuses by the first bytes, and at the first byte over the limit, so that nothing is read unnecessarily. */
async function* validated(body: AsyncIterable<Buffer>, fileBytesMax: number | null, seen: { bytes: number }) {
  let head = Buffer.alloc(0);
  for await (const chunk of body) {
    seen.bytes += chunk.length;
    if (head.length < magic.length) {
      head = Buffer.concat([head, chunk.subarray(0, magic.length - head.length)]);
      if (!magic.subarray(0, head.length).equals(head)) throw notAPdf();
    }
    if (fileBytesMax !== null && seen.bytes > fileBytesMax) throw fileTooLarge(fileBytesMax);
    yield chunk;
  }
  if (seen.bytes === 0) throw invalidRequest({ loc: ['file'], msg: 'is empty' });
  if (head.length < magic.length) throw notAPdf();
}

function notAPdf(): OctavoError {
  return new OctavoError('invalid_pdf', 'The file is not a PDF: it does not begin with %PDF-.');
}

export const blockBytes = 16_384;
/** Each chunk has overhead in memory, so this many small ones are merged into one. */
const piecesMax = 64;

export async function* inBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  for await (const piece of pieces) {
    kept.push(piece);
    keptBytes += piece.length;
    if (keptBytes >= blockBytes) {
      yield joined(kept);
      kept = [];
      keptBytes = 0;
    } else if (kept.length >= piecesMax) kept = [joined(kept)];
  }
  if (keptBytes > 0) yield joined(kept);
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
}

/** Opened before the first block arrives, so that a body that ends early cannot leave a file behind. */
export async function spool(body: AsyncIterable<Buffer>, path: string, fileBytesMax: number | null) {
  await using file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const seen = { bytes: 0 };
  for await (const block of inBlocks(validated(body, fileBytesMax, seen))) {
    hash.update(block);
    await file.writeFile(block);
    freeBuffer(block);
  }
  return { bytes: seen.bytes, sha256: hash.digest('hex') };
}
