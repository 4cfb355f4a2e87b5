/** Copies what the host wrote from the sandbox to the caller's directory: checked and hashed in one pass. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineFormat, formatInfo } from '../domain/formats.ts';
import type { EngineFailure, EngineOutput, Extraction } from '../ports/engine.ts';
import { failure, noSpacePattern, outputTooLarge } from '../processes/failure.ts';
import { BrokenImageError, checkedImages, packImages } from './images-zip.ts';
import { checkExtraction, checkPdf, type OutputCheck } from './output-check.ts';

const chunkBytes = 1_048_576;
const extractionFile = 'extraction.ndjson';
const imagesFolder = 'images';

const hostFiles: Readonly<Record<EngineFormat, string>> = {
  'tagged-pdf': 'document_tagged.pdf',
  'annotated-pdf': 'document_annotated.pdf',
  images: imagesFolder,
};

export type Collected<T> = T | EngineFailure;

export function isFailure<T extends object>(collected: Collected<T>): collected is EngineFailure {
  return 'class' in collected;
}

export async function collectOutput(
  format: EngineFormat,
  fromDir: string,
  toDir: string,
): Promise<Collected<EngineOutput>> {
  const { outputFile, mediaType } = formatInfo[format];
  const source = join(fromDir, hostFiles[format]);
  const path = join(toDir, outputFile);
  return classified(format, async () => {
    if (format === 'images') {
      return { format, path, mediaType, ...(await packImages(source, path)) };
    }
    return { format, path, mediaType, ...(await copyChecked(source, path, checkPdf())) };
  });
}

/** The document with recognized text, which only the engine reads again, and its words, which the writer reads. */
export function collectRecognized(
  fromDir: string,
  { targetPath, wordsPath }: { readonly targetPath: string; readonly wordsPath: string },
): Promise<Collected<{ bytes: number }>> {
  return classified('recognized document', async () => {
    await copyChecked(join(fromDir, 'recognized.ndjson'), wordsPath, checkExtraction());
    return copyChecked(join(fromDir, 'recognized.pdf'), targetPath, checkPdf());
  });
}

export async function collectExtraction(
  fromDir: string,
  toDir: string,
  embedsImages: boolean,
): Promise<Collected<Extraction>> {
  const path = join(toDir, extractionFile);
  return classified('extraction', async () => {
    const { bytes } = await copyChecked(join(fromDir, extractionFile), path, checkExtraction());
    return { path, bytes, imagesDir: embedsImages ? await copyImages(fromDir, toDir) : null };
  });
}

async function copyImages(fromDir: string, toDir: string): Promise<string> {
  const [source, target] = [join(fromDir, imagesFolder), join(toDir, imagesFolder)];
  await mkdir(target);
  for (const name of await checkedImages(source)) {
    await copyChecked(join(source, name), join(target, name), null);
  }
  return target;
}

class IncompleteFileError extends Error {
  override readonly name = 'IncompleteFileError';
}

async function classified<T>(what: string, work: () => Promise<T>): Promise<Collected<T>> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return failure('crash', `${what}: not written`, { retryable: false });
    }
    const incomplete = error instanceof BrokenImageError || error instanceof IncompleteFileError;
    if (incomplete || code === 'ENOSPC' || code === 'EDQUOT' || noSpacePattern.test(message)) {
      return failure('disk', `${what}: ${code ?? message}`);
    }
    return code === 'EFBIG'
      ? outputTooLarge(`${what}: EFBIG`)
      : failure('environment', `${what}: ${code ?? message}`);
  }
}

/** Copied, not moved, so that a compromised host cannot change a file after it was checked. */
async function copyChecked(
  source: string,
  target: string,
  check: OutputCheck | null,
): Promise<{ bytes: number; sha256: string }> {
  const input = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stat = await input.stat();
    if (!stat.isFile()) {
      throw new Error('output is not a regular file');
    }
    const output = await open(target, 'w');
    try {
      const copied = await copyAll(input, output, Math.min(chunkBytes, stat.size + 1), check);
      const fault = check?.finish() ?? null;
      if (fault !== null) throw new IncompleteFileError(fault);
      return copied;
    } finally {
      await output.close();
    }
  } finally {
    await input.close();
  }
}

async function copyAll(
  input: FileHandle,
  output: FileHandle,
  bufferBytes: number,
  check: OutputCheck | null,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await input.read(buffer, 0, bufferBytes);
    if (bytesRead === 0) {
      return { bytes, sha256: hash.digest('hex') };
    }
    const chunk = buffer.subarray(0, bytesRead);
    check?.update(chunk);
    hash.update(chunk);
    bytes += chunk.length;
    await output.writeFile(chunk);
  }
}
