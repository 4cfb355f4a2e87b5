/** Empties the directory of a process between two documents. */
import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Most entries are files: `rm` would look at each before it removes it, and takes three times as long. */
export async function emptyDirectory(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  const removals = entries.map(async (entry) => {
    const entryPath = join(path, entry.name);
    const isRemoved = !entry.isDirectory() && (await unlinked(entryPath));
    if (!isRemoved) await rm(entryPath, { recursive: true, force: true });
  });
  await Promise.all(removals);
}

const unlinked = (path: string) =>
  unlink(path).then(
    () => true,
    () => false,
  );
