/** The CLI as users install it: both tarballs in a directory of their own. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packed } from '../sdk/packed.ts';

const run = promisify(execFile);

export type Installation = {
  readonly directory: string;
  /** What `octavo` leads to. */
  readonly entry: string;
  remove(): Promise<void>;
};

export const tarballs = async (): Promise<readonly string[]> => [await packed('sdk'), await packed('cli')];

export async function installCli(): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-cli-user-'));
  await writeFile(join(directory, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...(await tarballs())], {
    cwd: directory,
    timeout: 120_000,
  });
  return {
    directory,
    entry: join(directory, 'node_modules', '@octavo', 'cli', 'dist', 'octavo.mjs'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
