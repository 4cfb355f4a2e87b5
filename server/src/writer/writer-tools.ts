/** What the results of the writer depend on: the document package with the code that calls it, and Node. */
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Toolchain } from '../domain/toolchain.ts';

/** Names and contents in the order of the names; tests are not part of the program. */
async function hashSources(directories: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const directory of directories) {
    const names: string[] = [];
    for await (const name of glob('**/*.{ts,json}', {
      cwd: directory,
      exclude: (path) => path === 'node_modules' || path.endsWith('.test.ts'),
    }))
      names.push(name);
    for (const name of names.sort()) hash.update(`${name}\0`).update(await readFile(join(directory, name)));
  }
  return hash.digest('hex');
}

export async function writerTools(): Promise<Toolchain> {
  const document = dirname(fileURLToPath(import.meta.resolve('@octavo/document/package.json')));
  const sha256 = await hashSources([document, join(import.meta.dirname, 'child')]);
  return [
    { name: 'document', sha256 },
    { name: 'node', version: process.versions.node },
  ];
}
