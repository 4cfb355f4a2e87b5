/** The version before the newest migration, checked out next to this one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchPrefix } from '../environment/test-environment.ts';
import { repository } from './fleet.ts';
import { installPackages } from './installed-packages.ts';

export type EarlierVersion = {
  readonly directory: string;
  readonly commit: string;
  /** The migration that the earlier version does not know. */
  readonly migration: string;
  remove(): void;
};

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', repository, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** On the main line: a branch may have had another migration under the same number. */
function commitBefore(migration: string): string {
  const added = git(
    'log',
    '--first-parent',
    '--diff-filter=A',
    '-1',
    '--format=%H',
    '--',
    `server/migrations/${migration}`,
  );
  if (added === '')
    throw new Error(`no commit that added ${migration}: this run needs the history of the repository`);
  return git('rev-parse', '--short', `${added}^`);
}

const newestMigration = () => readdirSync(join(repository, 'server/migrations')).sort().at(-1) ?? '';

/** False in a shallow clone, or outside a git repository. */
export function hasEarlierVersion(): boolean {
  try {
    return commitBefore(newestMigration()) !== '';
  } catch {
    return false;
  }
}

export function checkOutEarlier(): EarlierVersion {
  const migration = newestMigration();
  const commit = commitBefore(migration);
  const parent = mkdtempSync(join(tmpdir(), scratchPrefix));
  // The sandbox, which runs as another user, reads the engine's host from here.
  chmodSync(parent, 0o711);
  const directory = join(parent, 'earlier');
  git('worktree', 'add', '--quiet', '--detach', directory, commit);
  // Of this version: packages added since are not imported by the earlier one.
  installPackages(directory);
  return {
    directory,
    commit,
    migration: migration.replace(/\.sql$/, ''),
    remove: () => {
      git('worktree', 'remove', '--force', directory);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
