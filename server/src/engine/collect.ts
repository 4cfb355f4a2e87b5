/** Copies the outputs from the sandbox to the caller's directory: checked, named and hashed in one pass. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Format, formatInfo } from '../domain/formats.ts';
import type { EngineFailure, EngineOutput } from '../ports/engine.ts';
import { failure, noSpacePattern, outputTooLarge } from './failure.ts';
import { BrokenImageError, packImages } from './images-zip.ts';
import { patchName } from './name-patch.ts';
import { checkFor, type Expected } from './output-check.ts';

const chunkBytes = 1_048_576;

export type Collected = EngineOutput | EngineFailure;

export function isFailure(collected: Collected): collected is EngineFailure {
  return 'class' in collected;
}

export async function collectOutput(
  format: Format,
  fromDir: string,
  toDir: string,
  fileName: string,
  expected: Expected,
): Promise<Collected> {
  const { engineFile, outputFile, mediaType } = formatInfo[format];
  const source = join(fromDir, engineFile);
  const path = join(toDir, outputFile);
  try {
    if (format === 'images') {
      return { format, path, mediaType, ...(await packImages(source, path)) };
    }
    const check = checkFor(format, expected);
    const copied = await copyChecked(source, path, (chunk, isFirst) => {
      const named = isFirst ? patchName(format, chunk, fileName) : chunk;
      check.update(named);
      return named;
    });
    const fault = check.finish();
    return fault === null ? { format, path, mediaType, ...copied } : failure('disk', `${format}: ${fault}`);
  } catch (error) {
    return classifyCopyError(format, error);
  }
}

function classifyCopyError(format: Format, error: unknown): EngineFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    return failure('crash', `${format}: not written`, { retryable: false });
  }
  if (
    error instanceof BrokenImageError ||
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    noSpacePattern.test(message)
  ) {
    return failure('disk', `${format}: ${code ?? message}`);
  }
  return code === 'EFBIG'
    ? outputTooLarge(`${format}: EFBIG`)
    : failure('environment', `${format}: ${code ?? message}`);
}

/** Copied, not moved, so that a compromised host cannot change a file after it was checked. */
async function copyChecked(
  source: string,
  target: string,
  pass: (chunk: Buffer, isFirst: boolean) => Buffer,
): Promise<{ bytes: number; sha256: string }> {
  const input = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stat = await input.stat();
    if (!stat.isFile()) {
      throw new Error('output is not a regular file');
    }
    const output = await open(target, 'w');
    try {
      return await copyAll(input, output, Math.min(chunkBytes, stat.size + 1), pass);
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
  pass: (chunk: Buffer, isFirst: boolean) => Buffer,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let bytes = 0;
  for (let isFirst = true; ; isFirst = false) {
    const { bytesRead } = await input.read(buffer, 0, bufferBytes);
    if (bytesRead === 0) {
      return { bytes, sha256: hash.digest('hex') };
    }
    const chunk = pass(buffer.subarray(0, bytesRead), isFirst);
    hash.update(chunk);
    bytes += chunk.length;
    await output.writeFile(chunk);
  }
}
