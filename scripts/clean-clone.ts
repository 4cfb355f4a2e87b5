/** A clone of the committed tree on ports of its own, for the tests that run the commands of a page on it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { networkEnvironment } from '@octavo/testkit/processes/network-environment.ts';

export const repository = fileURLToPath(new URL('..', import.meta.url));
const published = 'https://github.com/octavo/octavo.git';

/** Ports of its own, so that a service set of a developer on this machine is left alone. */
const ports: Record<string, string> = {
  OCTAVO_POSTGRES_PORT: '31431',
  OCTAVO_S3_PORT: '19431',
  OCTAVO_S3_MON_PORT: '13931',
  OCTAVO_OIDC_PORT: '31931',
};
const httpPort = '3931';
export const cloneUrl = `http://127.0.0.1:${httpPort}`;

/** The blocks of a page that are meant to be run. */
export function shellBlocks(page: string): readonly string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  return [...text.matchAll(/^```sh(?: \[curl\])?\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
}

/** What differs from the page: where the tree comes from, and the port of the API. */
export const adapted = (line: string) =>
  line.replace(published, `${repository} octavo`).replaceAll('http://127.0.0.1:3000', cloneUrl);

/** Without our variables and without the Node of this tree. */
export const cloneEnvironment: Readonly<Record<string, string | undefined>> = {
  ...networkEnvironment(),
  ['PATH']: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter),
  ...ports,
  ['OCTAVO_HTTP_PORT']: httpPort,
  ['OCTAVO_PUBLIC_URL']: cloneUrl,
};

export function makeCloneDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-install-'));
  // Readable for others: the sandbox of root runs as another user.
  chmodSync(directory, 0o755);
  return directory;
}

/** Starts a shell as the head of a process group, so that everything it starts can be ended with it. */
export function startShell(
  script: string,
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...cloneEnvironment, ...environment },
  });
}

export function endGroup(shell: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-(shell.pid ?? 0), signal);
  } catch {
    // It has ended already.
  }
}

/** Stops the services that the clone has started, and removes it. */
export async function removeClone(directory: string): Promise<void> {
  const wipe = spawn('npm', ['run', '--silent', 'services', '--', 'wipe'], {
    cwd: join(directory, 'octavo'),
    stdio: 'ignore',
    env: { ...process.env, ...ports },
  });
  await new Promise((resolve) => wipe.on('close', resolve).on('error', resolve));
  rmSync(directory, { recursive: true, force: true });
}
