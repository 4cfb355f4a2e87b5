/** The integrations as users install them: packed, next to the frameworks, in a directory of their own. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { frameworks, installFrameworks } from '../../integrations/install.ts';
import type { Installation } from '../sdk/package.ts';
import { packed } from '../sdk/packed.ts';

const run = promisify(execFile);

/** Puts the frameworks next to the packages that are installed in a directory. */
export async function linkFrameworks(directory: string): Promise<void> {
  installFrameworks();
  const target = join(directory, 'node_modules');
  await mkdir(target, { recursive: true });
  for (const name of await readdir(frameworks)) {
    if (!name.startsWith('.')) await symlink(join(frameworks, name), join(target, name));
  }
}

export async function installIntegrations(): Promise<Installation> {
  const tarballs = [
    await packed('sdk'),
    await packed('integrations/langchain'),
    await packed('integrations/ai'),
  ];
  const directory = await mkdtemp(join(tmpdir(), 'octavo-integrations-user-'));
  await writeFile(join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  // The frameworks are peers: an application has them already.
  const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, ...tarballs], { cwd: directory, timeout: 60_000 });
  await linkFrameworks(directory);
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
