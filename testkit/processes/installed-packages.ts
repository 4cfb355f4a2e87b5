/** The installed packages for a copy of the repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './fleet.ts';

type Manifest = { readonly workspaces: readonly string[] };

/**
 * A symbolic link to `node_modules` would not do: the links to the workspaces in it, such as `@octavo/document`, would
 * lead back to the repository, and the copy would run its own server with our packages. Files are hard links if the
 * copy is on the same file system.
 */
export function installPackages(directory: string): void {
  const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;
  for (const workspace of ['.', ...workspaces]) {
    const packages = join(repository, workspace, 'node_modules');
    if (!existsSync(packages) || !existsSync(join(directory, workspace))) continue;
    copyDirectory(packages, join(directory, workspace, 'node_modules'));
  }
}

function copyDirectory(from: string, to: string): void {
  const copy = (...options: readonly string[]) =>
    spawnSync('cp', ['--archive', '--no-target-directory', ...options, from, to], { encoding: 'utf8' });
  if (copy('--link').status === 0) return;
  const { status, stderr } = copy();
  if (status !== 0) throw new Error(`cannot copy ${from}: ${stderr}`);
}
