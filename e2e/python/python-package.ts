/** The Python client as users install it: a wheel, built from its source and installed into an environment of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's, which has httpx, pytest, mypy and the build tools; another one earlier in PATH may not. */
export const systemPython = '/usr/bin/python3';

export const source = fileURLToPath(new URL('../../python', import.meta.url));

export type PythonInstallation = {
  readonly directory: string;
  /** The interpreter of the environment. */
  readonly python: string;
  /** Where `wheel` and `sdist` are. */
  readonly dist: string;
  readonly files: readonly string[];
  remove(): Promise<void>;
};

/** Nothing is fetched: the build tools and httpx are Debian's. */
export async function installPython(): Promise<PythonInstallation> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-python-user-'));
  const dist = join(directory, 'dist');
  const build = ['-m', 'build', '--no-isolation', '--skip-dependency-check', '--outdir', dist, source];
  await run(systemPython, build, { timeout: 240_000 });
  const environment = join(directory, 'venv');
  await run(systemPython, ['-m', 'venv', '--system-site-packages', environment], { timeout: 120_000 });
  const python = join(environment, 'bin', 'python');
  const files = await readdir(dist);
  const wheel = files.find((name) => name.endsWith('.whl')) ?? '';
  const install = ['-m', 'pip', 'install', '--quiet', '--no-index', '--disable-pip-version-check'];
  await run(python, [...install, join(dist, wheel)], { timeout: 120_000 });
  return {
    directory,
    python,
    dist,
    files,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
