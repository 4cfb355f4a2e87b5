/** What the contract of `Blobs` is tried with: bodies of every temper, and a view of what the storage still holds. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Blobs, MeasuredFile } from '../../src/ports/blobs.ts';

export type BlobsUnderTest = {
  readonly blobs: Blobs;
  /** Deletes the way a careless client does: a versioned bucket keeps the old version and gains a marker. */
  deleteCurrent(key: string): Promise<void>;
  /** Starts an upload in parts and never ends it. */
  leaveUnfinished(key: string): Promise<void>;
  countVersions(prefix: string): Promise<number>;
  countUnfinished(prefix: string): Promise<number>;
  /** The large upload: its size, and by how much the process may grow meanwhile; a fake in memory has no bound. */
  readonly large: { readonly bytes: number; readonly growthBytesMax: number };
  close(): Promise<void>;
};

export const mebibyte = 1_048_576;
export const pdf = { contentType: 'application/pdf' };
export const forAMinute = { expiresInSeconds: 60, contentType: 'text/markdown', fileName: 'a.md' };
export const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Bytes that differ from block to block, made on the way: a lost or swapped part changes the hash. */
export function* blocks(totalBytes: number): Generator<Buffer> {
  for (let at = 0; at < totalBytes; at += 65_536) {
    const block = Buffer.alloc(Math.min(65_536, totalBytes - at), at % 251);
    block.set(Buffer.from(String(at)).subarray(0, block.byteLength));
    yield block;
  }
}

/** A file with this content, and its size and hash. */
export function measured(data: Buffer): MeasuredFile {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-blob-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'file');
  writeFileSync(path, data);
  return { path, bytes: data.byteLength, sha256: sha256(data) };
}

/** More than one part, and then the source fails. */
export async function* failing(error: Error): AsyncGenerator<Buffer> {
  yield* blocks(20 * mebibyte);
  throw error;
}

/** More than one part, then stalls until it is aborted. */
export function stalling(onStall: () => void): Readable {
  const source = blocks(20 * mebibyte);
  return new Readable({
    read() {
      const { value, done } = source.next();
      if (done) onStall();
      else this.push(value);
    },
  });
}

export const nothing = { versions: 0, unfinished: 0 };
export const folder = () => `jobs/${randomUUID()}/`;

export async function leftUnder(under: BlobsUnderTest, prefix: string) {
  return {
    versions: await under.countVersions(prefix),
    unfinished: await under.countUnfinished(prefix),
  };
}

export async function bodyOf(blobs: Blobs, key: string): Promise<Buffer> {
  return buffer((await blobs.get(key))?.body ?? Readable.from([]));
}
