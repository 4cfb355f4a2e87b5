/** Cuts a body into parts of one size while counting and hashing it. The memory of a part that was sent serves again. */
import { createHash } from 'node:crypto';
import { BodyLengthError, type StoredBlob } from '../ports/blobs.ts';

export type Part = { readonly number: number; readonly data: Buffer; readonly isLast: boolean };

const mebibyte = 1_048_576;
const partsMax = 10_000;

/** The least S3 takes: parts are what an upload costs in memory. */
const partBytesMin = 5 * mebibyte;

/** Equal parts, because some servers insist; larger ones only for bodies that 10 000 parts would not hold. */
export function partBytesFor(bodyBytes: number | undefined): number {
  const needed = Math.ceil((bodyBytes ?? 0) / partsMax / mebibyte) * mebibyte;
  return Math.max(partBytesMin, needed);
}

export type Parts = {
  readonly parts: AsyncGenerator<Part>;
  /** Nobody reads the part any more. */
  readonly release: (part: Part) => void;
  /** Complete once the last part was taken. */
  readonly stored: () => StoredBlob;
};

export function cutIntoParts(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  partBytesMax: number,
  announcedBytes: number | undefined,
): Parts {
  const partBytes = Math.min(partBytesMax, Math.max(1, announcedBytes ?? partBytesMax));
  const hash = createHash('sha256');
  const free: Buffer[] = [];
  let bytes = 0;

  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      if (bytes > (announcedBytes ?? bytes)) throw new BodyLengthError(announcedBytes ?? 0, bytes);
      yield chunk;
    }
    if (announcedBytes !== undefined && announcedBytes !== bytes) {
      throw new BodyLengthError(announcedBytes, bytes);
    }
  }

  async function* cut(): AsyncGenerator<Part> {
    let buffer: Buffer = Buffer.allocUnsafeSlow(partBytes);
    let filled = 0;
    let number = 1;
    for await (const chunk of checked()) {
      for (let rest = chunk; rest.byteLength > 0; ) {
        // Only when there is more than a part is it known not to be the last one.
        if (filled === partBytes) {
          yield { number, data: buffer, isLast: false };
          number += 1;
          buffer = free.pop() ?? Buffer.allocUnsafeSlow(partBytes);
          filled = 0;
        }
        const fitting = rest.subarray(0, partBytes - filled);
        buffer.set(fitting, filled);
        filled += fitting.byteLength;
        rest = rest.subarray(fitting.byteLength);
      }
    }
    yield { number, data: buffer.subarray(0, filled), isLast: true };
  }

  let sha256: string | undefined;
  const stored = () => {
    sha256 ??= hash.digest('hex');
    return { bytes, sha256 };
  };
  return { parts: cut(), release: ({ data }) => void free.push(data), stored };
}
