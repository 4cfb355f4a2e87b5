/**
 * `npm run test:install`: clones the tree as it is committed and runs the commands of docs/self-host/debian.md, all of
 * them and nothing else, up to the first markdown. It may take five minutes: wall time on an idle machine, CPU time on
 * a busy one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { networkEnvironment } from '@octavo/testkit/processes/network-environment.ts';

const usage = `usage: npm run test:install

Clones the committed tree and runs every command of docs/self-host/debian.md, up to the first markdown.
`;
if (process.argv.length > 2) {
  process.stdout.write(usage);
  process.exit(process.argv.includes('--help') || process.argv.includes('-h') ? 0 : 2);
}

const repository = fileURLToPath(new URL('..', import.meta.url));
const limitSeconds = 300;
const timeoutSeconds = 1_200;
const published = 'https://github.com/octavo/octavo.git';

const page = readFileSync(join(repository, 'docs/self-host/debian.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');

/** Ports of its own, so that a service set of a developer on this machine is left alone. */
const ports: Record<string, string> = {
  OCTAVO_POSTGRES_PORT: '31431',
  OCTAVO_S3_PORT: '19431',
  OCTAVO_S3_MON_PORT: '13931',
  OCTAVO_OIDC_PORT: '31931',
};
const httpPort = '3931';

/** What differs from the page: where the tree comes from, and the port of the API. */
function adapted(line: string): string {
  return line
    .replace(published, `${repository} octavo`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${httpPort}`);
}

/** The commands of the page in one shell; `npm start` is the one that the page leaves running in a terminal of its own. */
function script(): string {
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => line !== '');
  return lines
    .flatMap((line) => [
      `echo; echo "[$SECONDS s] \\$ "${JSON.stringify(line).replaceAll('$', '\\$').replaceAll('`', '\\`')}`,
      line === 'npm start' ? 'npm start > service.log 2>&1 & SERVICE=$!' : adapted(line),
    ])
    .join('\n');
}

/** Without our variables and without the Node of this tree. */
const surroundings = {
  ...networkEnvironment(),
  ['PATH']: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter),
};
const directory = mkdtempSync(join(tmpdir(), 'octavo-install-'));
// Readable for others: the sandbox of root runs as another user.
chmodSync(directory, 0o755);
const began = performance.now();
const shell: ChildProcess = spawn(
  'bash',
  ['-euo', 'pipefail', '-c', `${script()}\nkill $SERVICE; wait $SERVICE || true; echo; times\n`],
  {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...surroundings,
      ...ports,
      ['OCTAVO_HTTP_PORT']: httpPort,
      ['OCTAVO_PUBLIC_URL']: `http://127.0.0.1:${httpPort}`,
    },
  },
);
let said = '';
shell.stdout?.on('data', (chunk: Buffer) => {
  said += chunk;
  process.stdout.write(chunk);
});

/** Ends everything the shell started, by its own process group, and the services it brought up. */
async function cleanUp(): Promise<void> {
  try {
    process.kill(-(shell.pid ?? 0), 'SIGTERM');
  } catch {
    // It has ended already.
  }
  const wipe = spawn('npm', ['run', '--silent', 'services', '--', 'wipe'], {
    cwd: join(directory, 'octavo'),
    stdio: 'ignore',
    env: { ...process.env, ...ports },
  });
  await new Promise((resolve) => wipe.on('close', resolve).on('error', resolve));
  rmSync(directory, { recursive: true, force: true });
}

const timer = setTimeout(() => process.kill(-(shell.pid ?? 0), 'SIGKILL'), timeoutSeconds * 1_000);
const code = await new Promise<number | null>((resolve) => shell.on('exit', resolve));
clearTimeout(timer);
const seconds = (performance.now() - began) / 1_000;
const log = join(directory, 'octavo', 'service.log');
if (code !== 0 && existsSync(log)) process.stderr.write(readFileSync(log, 'utf8').slice(-4_000));
await cleanUp();

/** What the shell says last: processor time of everything it waited for, as `12m3.456s 0m7.890s`. */
function processorSeconds(): number {
  const [, ...parts] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(said) ?? [];
  const [userMin = 0, user = 0, systemMin = 0, system = 0] = parts.map(Number);
  return parts.length === 0 ? Number.POSITIVE_INFINITY : (userMin + systemMin) * 60 + user + system;
}
const processor = processorSeconds();

const faults = [
  ...(code === 0 ? [] : [`a command of the page failed (${code})`]),
  ...(/^# /m.test(said.slice(said.lastIndexOf('download/markdown'))) ? [] : ['no markdown came out']),
  ...(Math.min(seconds, processor) < limitSeconds ? [] : [`it took ${seconds.toFixed(0)} s`]),
];
console.log(
  faults.length === 0
    ? `\nfrom clone to markdown in ${seconds.toFixed(0)} s, ${processor.toFixed(0)} s of the processor, ${blocks.length} blocks of the page`
    : `\nfailed: ${faults.join('; ')}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
