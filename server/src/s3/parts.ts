/** Splits a body into equal parts while counting and hashing it, with one part in memory at a time. */
import { createHash } from 'node:crypto';
import { BodyHashError, BodyLengthError, type StoredBlob } from '../ports/blobs.ts';

export type Part = { readonly number: number; readonly data: Buffer; readonly isLast: boolean };

const mebibyte = 1_048_576;
const partsMax = 10_000;

/** The minimum of S3: parts determine the memory of an upload. */
const partBytesMin = 5 * mebibyte;

/** Equal parts, because some servers require them; larger ones only for bodies that exceed 10 000 parts. */
export function partBytesFor(bodyBytes: number | undefined): number {
  const needed = Math.ceil((bodyBytes ?? 0) / partsMax / mebibyte) * mebibyte;
  return Math.max(partBytesMin, needed);
}

export type Parts = {
  readonly parts: AsyncGenerator<Part>;
  /** Available after the last part was read. */
  readonly stored: () => StoredBlob;
};

export function cutIntoParts(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  partBytes: number,
  announced: Partial<StoredBlob>,
): Parts {
  const hash = createHash('sha256');
  let bytes = 0;

  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      if (bytes > (announced.bytes ?? bytes)) throw new BodyLengthError(announced.bytes ?? 0, bytes);
      yield chunk;
    }
    if (bytes < (announced.bytes ?? bytes)) throw new BodyLengthError(announced.bytes ?? 0, bytes);
    const { sha256: actual } = stored();
    if (actual !== (announced.sha256 ?? actual)) throw new BodyHashError(announced.sha256 ?? '');
  }

  async function* cut(): AsyncGenerator<Part> {
    let held: Uint8Array[] = [];
    let heldBytes = 0;
    let number = 1;
    for await (const chunk of checked()) {
      held.push(chunk);
      heldBytes += chunk.byteLength;
      // More than a part, not equal: only then is it not the last one.
      while (heldBytes > partBytes) {
        const all = Buffer.concat(held, heldBytes);
        held = [all.subarray(partBytes)];
        heldBytes -= partBytes;
        yield { number, data: all.subarray(0, partBytes), isLast: false };
        number += 1;
      }
    }
    yield { number, data: Buffer.concat(held, heldBytes), isLast: true };
  }

  let sha256: string | undefined;
  const stored = () => {
    sha256 ??= hash.digest('hex');
    return { bytes, sha256 };
  };
  return { parts: cut(), stored };
}
