/** The SDK as a stranger gets it: built, packed, and installed from the tarball into a directory of its own. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  makeBlankDocument,
  makeBrokenDocument,
  makeDocument,
  makeRichDocument,
  makeSlowDocument,
} from '../pdf/documents.ts';
import type { DocumentName } from './scenarios/world.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const sdk = join(root, 'sdk');
const scenarios = fileURLToPath(new URL('scenarios', import.meta.url));
const megabyte = 1_048_576;

const documents: Readonly<Record<DocumentName, () => Uint8Array>> = {
  rich: makeRichDocument,
  small: () => makeDocument(),
  broken: makeBrokenDocument,
  slow: () => makeSlowDocument(),
  'many-pages': () => makeBlankDocument(1001),
  large: () => makeDocument({ bytes: 26 * megabyte }),
};

/** Changes whenever something the tarball is made of does. */
async function fingerprint(): Promise<string> {
  const files = (await readdir(join(sdk, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [
    ...files.sort(),
    join(sdk, 'package.json'),
    join(sdk, 'tsdown.config.ts'),
    join(sdk, 'README.md'),
  ]) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Builds once for as many test files as need it. */
export async function packedSdk(): Promise<string> {
  const kept = join(tmpdir(), `octavo-sdk-${await fingerprint()}.tgz`);
  if (existsSync(kept)) return kept;
  const scratch = await mkdtemp(join(tmpdir(), 'octavo-sdk-pack-'));
  try {
    await run('npm', ['run', 'build'], { cwd: sdk, timeout: 240_000 });
    await run('npm', ['pack', '--pack-destination', scratch], { cwd: sdk, timeout: 60_000 });
    const [tarball = ''] = await readdir(scratch);
    await rename(join(scratch, tarball), kept);
    return kept;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export type Installation = { readonly directory: string; remove(): Promise<void> };

export async function installSdk(): Promise<Installation> {
  const tarball = await packedSdk();
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
  await mkdir(join(directory, 'documents'));
  for (const [name, make] of Object.entries(documents)) {
    await writeFile(join(directory, 'documents', `${name}.pdf`), make());
  }
}
