/** Tells which files are complete: they no longer change, and end as a PDF does. */
import { open } from 'node:fs/promises';
import { type FileSignature, type FoundFile, isSameSignature } from './folder-scan.ts';

/** A copy over a slow network may pause; a file without the end of a PDF is given this many times as long. */
const patienceFactor = 15;
/** Readers of PDF look for the end marker in the last 1,024 bytes. */
const tailBytes = 1_024;

/** False for a file that cannot be read now. */
async function endsLikePdf(path: string, bytes: number): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return false;
  try {
    const tail = Buffer.alloc(Math.min(tailBytes, bytes));
    const { bytesRead } = await file.read(tail, 0, tail.length, bytes - tail.length);
    return tail.subarray(0, bytesRead).includes('%%EOF');
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

type Seen = { readonly signature: FileSignature; readonly sinceMs: number; isComplete: boolean };

export class SettledFiles {
  readonly #settleMs: number;
  #seen = new Map<string, Seen>();

  constructor(settleMs: number) {
    this.#settleMs = settleMs;
  }

  /** Notes what a scan found. Compares with earlier scans, because the clocks of a file system may differ. */
  update(found: readonly FoundFile[], nowMs: number): void {
    this.#seen = new Map(
      found.map(({ key, signature }): [string, Seen] => {
        const seen = this.#seen.get(key);
        const isUnchanged = seen !== undefined && isSameSignature(seen.signature, signature);
        return [key, isUnchanged ? seen : { signature, sinceMs: nowMs, isComplete: false }];
      }),
    );
  }

  async isComplete({ key, target, signature }: FoundFile, nowMs: number): Promise<boolean> {
    const seen = this.#seen.get(key);
    if (!seen || seen.isComplete) return seen !== undefined;
    const quietMs = nowMs - seen.sinceMs;
    if (quietMs < this.#settleMs) return false;
    const isPatienceOver = quietMs >= this.#settleMs * patienceFactor;
    // Remembered, so that a long queue is not read again and again.
    seen.isComplete = isPatienceOver || (await endsLikePdf(target.file.absolute, signature.bytes));
    return seen.isComplete;
  }
}
