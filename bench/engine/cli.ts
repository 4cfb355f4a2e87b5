/** The bare engine: its own command line, with the heap size and garbage collector of our slots. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineJarPath } from '../../server/src/engine/engine-jar.ts';
import type { Document } from './documents.ts';

const run = promisify(execFile);
const timeoutMs = 1_800_000;

export async function cliBatch(
  root: string,
  documents: readonly Document[],
  heapMegabytes: number,
  more: readonly string[] = [],
): Promise<void> {
  if (documents.length === 0) return;
  const out = await mkdtemp(join(root, 'cli-'));
  const flags = [
    `-Xmx${heapMegabytes}m`,
    '-XX:+UseSerialGC',
    ...more,
    '-Djava.awt.headless=true',
    '-jar',
    engineJarPath(),
  ];
  const engine = ['-q', '-f', 'json,markdown', '--image-output', 'off', '-o', out];
  const paths = documents.map(({ path }) => path);
  await run('java', [...flags, ...engine, ...paths], { maxBuffer: 1e8, timeout: timeoutMs });
  await rm(out, { recursive: true });
}

/** Every second document to the one, the others to the other, both at once. */
export async function cliInTwo(
  root: string,
  documents: readonly Document[],
  heapMegabytes: number,
  more: readonly string[] = [],
): Promise<void> {
  const halves = [0, 1].map((half) => documents.filter((_, index) => index % 2 === half));
  await Promise.all(halves.map((half) => cliBatch(root, half, heapMegabytes, more)));
}

async function withoutFailures(
  root: string,
  documents: readonly Document[],
  heapMegabytes: number,
): Promise<readonly Document[]> {
  try {
    await cliInTwo(root, documents, heapMegabytes);
    return documents;
  } catch {
    if (documents.length === 1) return [];
  }
  const middle = Math.ceil(documents.length / 2);
  return [
    ...(await withoutFailures(root, documents.slice(0, middle), heapMegabytes)),
    ...(await withoutFailures(root, documents.slice(middle), heapMegabytes)),
  ];
}

/** Those that the bare engine converts as well; it has no memory for some that ours converts. */
export async function convertedByCli(
  root: string,
  documents: readonly Document[],
  heapMegabytes: number,
): Promise<readonly Document[]> {
  const converted = await withoutFailures(root, documents, heapMegabytes);
  if (converted.length === 0) throw new Error('the bare engine converts none of the documents');
  return converted;
}
