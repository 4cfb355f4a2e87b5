/** Checks whether a process has written more than allowed, without listing more than that. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessLimits } from './settings.ts';

export type OutputLimits = Pick<ProcessLimits, 'outputFilesMax' | 'outputBytesMax'>;

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Stops at the first entry over the limit. Unreadable directories count as over the limit: directories without
 * permissions, or nested too deep, could hide any number of bytes.
 */
export async function exceedsOutput(directory: string, limits: OutputLimits): Promise<boolean> {
  const left = [directory];
  const sum = { files: 0, bytes: 0 };
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    try {
      for await (const entry of await opendir(path)) {
        const own = join(path, entry.name);
        if (entry.isDirectory()) left.push(own);
        sum.files += 1;
        sum.bytes += await sizeOf(own);
        if (sum.files > limits.outputFilesMax || sum.bytes > limits.outputBytesMax) return true;
      }
    } catch (error) {
      // A running process removes its own files and directories.
      if (!isGone(error)) return true;
    }
  }
  return false;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}
