/** The PDFs below directories, for tools that work on corpora. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

async function listBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith('.pdf'));
  return files.map((entry) => join(entry.parentPath, entry.name));
}

export async function listPdfs(roots: readonly string[]): Promise<string[]> {
  return (await Promise.all(roots.map(listBelow))).flat().sort();
}

const hashOf = (file: string) => createHash('sha256').update(basename(file)).digest('hex');

/** The same choice on every machine, spread over the whole. */
export function sampleOf(files: readonly string[], size: number): string[] {
  return [...files].sort((a, b) => hashOf(a).localeCompare(hashOf(b))).slice(0, size);
}
