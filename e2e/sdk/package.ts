/** The SDK as users install it: built, packed, and installed from the tarball into a directory of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeClientDocuments } from './client-documents.ts';
import { packed } from './packed.ts';

const run = promisify(execFile);
const scenarios = fileURLToPath(new URL('scenarios', import.meta.url));

export type Installation = { readonly directory: string; remove(): Promise<void> };

export async function installSdk(): Promise<Installation> {
  const tarball = await packed('sdk');
  const directory = await mkdtemp(join(tmpdir(), 'octavo-sdk-user-'));
  await writeFile(join(directory, 'package.json'), '{ "private": true }');
  // It has no dependencies: if it needed the network, this would fail.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: directory,
    timeout: 60_000,
  });
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** The scenarios as plain JavaScript, for runtimes that know no types, and the documents they send. */
export async function stageScenarios(directory: string): Promise<void> {
  for (const name of await readdir(scenarios)) {
    const text = stripTypeScriptTypes(await readFile(join(scenarios, name), 'utf8'));
    const staged = text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'");
    await writeFile(join(directory, name.replace(/\.ts$/, '.mjs')), staged);
  }
  await writeClientDocuments(join(directory, 'documents'));
}
