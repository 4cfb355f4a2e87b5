/** Compression of the stored document and of frames of the reading index; as a stream for long ones, so that memory does not grow with the document. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { type ByteBudget, type WrittenFile, writeBytes } from './output-file.ts';

/** Measured: see docs/decisions/0033-writer-processes.md. */
const params = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Frames are read alone, so each has its own checksum. */
const frameParams = { ...params, [constants.ZSTD_c_checksumFlag]: 1 };
const chunkBytes = 262_144;

export const compressFrame = (raw: Uint8Array): Uint8Array => zstdCompressSync(raw, { params: frameParams });

/** For documents that are in memory anyway. */
export function compressText(text: string, to: string, budget: ByteBudget): WrittenFile {
  return writeBytes(to, zstdCompressSync(text, { params }), budget);
}

export async function compressFile(from: string, to: string, budget: ByteBudget): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        budget.spend(chunk.length);
      } catch (error) {
        done(error as Error);
        return;
      }
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    createReadStream(from, { highWaterMark: chunkBytes }),
    createZstdCompress({ params, chunkSize: chunkBytes }),
    measure,
    createWriteStream(to, { flags: 'wx' }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** The budget bounds what a small file can become. Returns size and hash of the compressed file. */
export async function decompressFile(from: string, to: string, budget: ByteBudget): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const observe = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        budget.spend(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(
    createReadStream(from, { highWaterMark: chunkBytes }),
    observe,
    createZstdDecompress({ chunkSize: chunkBytes }),
    measure,
    createWriteStream(to, { flags: 'wx' }),
  );
  return { bytes, sha256: hash.digest('hex') };
}
