/** Builds the Java host from its sources when it is missing or older than they are. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkedEngineJar, engineJarSha256 } from './engine-jar.ts';

const run = promisify(execFile);
const hostDir = join(import.meta.dirname, '..', '..', 'engine-host');
const sourceDir = join(hostDir, 'src');

export type HostJar = {
  readonly path: string;
  readonly built: boolean;
  /** Of its sources and of the engine it was compiled for. */
  readonly sha256: string;
};

async function sourceFiles(): Promise<string[]> {
  const names = await readdir(sourceDir, { recursive: true });
  return names
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(sourceDir, name));
}

async function fingerprint(files: readonly string[], engineSha256: string): Promise<string> {
  const hash = createHash('sha256').update(engineSha256);
  for (const file of files) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The jar's name carries the fingerprint of its sources, so a stale one is never picked up. */
export async function ensureHostJar(engineSha256: string = engineJarSha256): Promise<HostJar> {
  const files = await sourceFiles();
  const distDir = join(hostDir, 'dist');
  const sha256 = await fingerprint(files, engineSha256);
  const name = `engine-host-${sha256.slice(0, 16)}.jar`;
  await mkdir(distDir, { recursive: true });
  if ((await readdir(distDir)).includes(name)) {
    return { path: join(distDir, name), built: false, sha256 };
  }
  const scratch = await mkdtemp(join(distDir, '.build-'));
  try {
    await compile(files, scratch, name, await checkedEngineJar(engineSha256));
    await rename(join(scratch, name), join(distDir, name));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return { path: join(distDir, name), built: true, sha256 };
}

async function compile(
  files: readonly string[],
  scratch: string,
  name: string,
  engineJar: string,
): Promise<void> {
  const classes = join(scratch, 'classes');
  const manifest = join(scratch, 'manifest');
  await writeFile(
    manifest,
    'Main-Class: octavo.host.Main\nPremain-Class: octavo.host.engine.patches.EnginePatches\n',
  );
  try {
    // Without an encoding, javac takes the one of the locale, which on a server is often ASCII.
    const options = ['--release', '17', '-encoding', 'UTF-8', '-cp', engineJar, '-d', classes];
    await run('javac', [...options, ...files]);
    await run('jar', ['--create', '--file', join(scratch, name), '--manifest', manifest, '-C', classes, '.']);
  } catch (cause) {
    throw new Error(
      'The engine host could not be compiled; a JDK of version 17 or later must be installed.',
      {
        cause,
      },
    );
  }
}
