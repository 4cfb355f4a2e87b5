/** Lists the folders directly under a prefix, including those with only versions or unfinished uploads. */
import type { Storage } from './client.ts';
import { pagesOfUploads, pagesOfVersions } from './delete-prefix.ts';
import { storageError } from './storage-error.ts';

async function* keysUnder(storage: Storage, prefix: string): AsyncGenerator<string> {
  for await (const page of pagesOfVersions(storage, prefix)) yield* page.map(({ Key = '' }) => Key);
  for await (const page of pagesOfUploads(storage, prefix)) yield* page.map(({ Key = '' }) => Key);
}

export async function folders(storage: Storage, prefix: string): Promise<readonly string[]> {
  const found = new Set<string>();
  try {
    for await (const key of keysUnder(storage, prefix)) {
      const end = key.indexOf('/', prefix.length);
      if (end >= 0) found.add(key.slice(0, end + 1));
    }
  } catch (error) {
    throw storageError(error);
  }
  return [...found];
}
