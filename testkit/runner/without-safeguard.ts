/** A copy of the repository with one safeguard removed from the server: a run against it must fail. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchPrefix } from '../environment/test-environment.ts';
import { repository } from '../processes/fleet.ts';
import { installPackages } from '../processes/installed-packages.ts';

export type Edit = { readonly file: string; readonly from: string; readonly to: string };

export type Safeguard = Edit & {
  readonly run: string;
  readonly safeguard: string;
  /** Further patches for the same safeguard; all must be applied before anything can fail. */
  readonly also?: readonly Edit[];
};

export const editsOf = ({ file, from, to, also = [] }: Safeguard): readonly Edit[] => [
  { file, from, to },
  ...also,
];

export type Checkout = { readonly directory: string; remove(): void };

/** Throws if the text of the safeguard is not found exactly once: the code has changed and the patch must follow. */
export function removeSafeguard(source: string, { file, from, to }: Edit): string {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the safeguard does not occur exactly once in ${file}: ${from}`);
  }
  return `${before}${to}${after}`;
}

function sourceFiles(): readonly string[] {
  const listed = execFileSync('git', ['-C', repository, 'ls-files', '-co', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(repository, path)));
}

export function checkOutWithoutSafeguard(guard: Safeguard): Checkout {
  const directory = mkdtempSync(join(tmpdir(), scratchPrefix));
  // The sandbox runs as another user and must be able to read this directory.
  chmodSync(directory, 0o711);
  for (const path of sourceFiles()) cpSync(join(repository, path), join(directory, path));
  installPackages(directory);
  const services = join(repository, '.services');
  if (existsSync(services)) symlinkSync(services, join(directory, '.services'));
  for (const edit of editsOf(guard)) {
    const target = join(directory, edit.file);
    writeFileSync(target, removeSafeguard(readFileSync(target, 'utf8'), edit));
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
