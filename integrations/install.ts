/** Installs the frameworks that the integrations are tested with, unless they are there: from a lockfile of their own. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = import.meta.dirname;
export const frameworks = join(directory, 'node_modules');
const lockfile = join(directory, 'package-lock.json');
/** Says for which lockfile they were installed. */
const stamp = join(frameworks, '.installed-for');

export function installFrameworks(): void {
  const wanted = readFileSync(lockfile, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 240_000,
  });
  writeFileSync(stamp, wanted);
}

/** Called by Vitest before the tests. */
export const setup = installFrameworks;
