/** Builds the files of a release: npm tarballs, wheel and source archive, SBOM, notes and checksums. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFrameworks } from '../../integrations/install.ts';
import { npmPackages } from './published.ts';

/** Debian's, which has the build tools; another one earlier in PATH may not. */
const systemPython = '/usr/bin/python3';
export const checksumFile = 'SHA256SUMS';

export type Release = { readonly root: string; readonly version: string; readonly notes: string };

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): void {
  execFileSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  });
}

function packNpm(root: string, target: string): void {
  // Type declarations are written from theirs.
  installFrameworks();
  for (const directory of npmPackages) {
    const cwd = join(root, directory);
    run('npm', ['run', '--silent', 'build'], cwd);
    run('npm', ['pack', '--silent', '--pack-destination', target], cwd);
  }
}

/** Times in the archives are those of the commit, so that a second build has the same checksums. */
function packPython(root: string, target: string): void {
  const committed = execFileSync('git', ['log', '-1', '--format=%ct'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const args = ['-m', 'build', '--no-isolation', '--skip-dependency-check', '--outdir', target];
  run(systemPython, [...args, join(root, 'python')], root, { ['SOURCE_DATE_EPOCH']: committed });
}

function writeSbom(root: string, target: string): void {
  run(process.execPath, [join(root, 'scripts/supply-chain.ts'), '--sbom'], root);
  copyFileSync(join(root, 'dist/sbom.cdx.json'), target);
}

export function checksumsOf(directory: string): string {
  const names = readdirSync(directory).filter((name) => name !== checksumFile);
  const lines = names.toSorted().map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(directory, name)));
    return `${hash.digest('hex')}  ${name}`;
  });
  return `${lines.join('\n')}\n`;
}

/** Resolves to the directory with the files. */
export function buildArtifacts({ root, version, notes }: Release): string {
  const directory = join(root, 'dist/release', version);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  packNpm(root, directory);
  packPython(root, directory);
  writeSbom(root, join(directory, `octavo-${version}.cdx.json`));
  writeFileSync(join(directory, 'NOTES.md'), `${notes}\n`);
  writeFileSync(join(directory, checksumFile), checksumsOf(directory));
  return directory;
}
