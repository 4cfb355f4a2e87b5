/** Looks whether a process has written more than it may, without ever listing more than that. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessLimits } from './settings.ts';

export type OutputLimits = Pick<ProcessLimits, 'outputFilesMax' | 'outputBytesMax'>;

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Stops at the first entry too many. What cannot be looked into counts as too much: directories without rights, or
 * nested deeper than a path can say, would hide any number of bytes.
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
      // A process at work removes files and directories of its own.
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
