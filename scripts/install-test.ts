/**
 * `npm run test:install`: clones the tree as it is committed and runs the commands of docs/self-host/debian.md, all of
 * them and nothing else, up to the first markdown. It may take five minutes: wall time on an idle machine, CPU time on
 * a busy one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  adapted,
  endGroup,
  makeCloneDirectory,
  removeClone,
  shellBlocks,
  startShell,
} from './clean-clone.ts';

const usage = `usage: npm run test:install

Clones the committed tree and runs every command of docs/self-host/debian.md, up to the first markdown.
`;
if (process.argv.length > 2) {
  process.stdout.write(usage);
  process.exit(process.argv.includes('--help') || process.argv.includes('-h') ? 0 : 2);
}

const limitSeconds = 300;
const timeoutSeconds = 1_200;
const blocks = shellBlocks('docs/self-host/debian.md');

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

const directory = makeCloneDirectory();
const began = performance.now();
const shell = startShell(`${script()}\nkill $SERVICE; wait $SERVICE || true; echo; times\n`, directory);
let said = '';
shell.stdout?.on('data', (chunk: Buffer) => {
  said += chunk;
  process.stdout.write(chunk);
});

const timer = setTimeout(() => endGroup(shell, 'SIGKILL'), timeoutSeconds * 1_000);
const code = await new Promise<number | null>((resolve) => shell.on('exit', resolve));
clearTimeout(timer);
const seconds = (performance.now() - began) / 1_000;
const log = join(directory, 'octavo', 'service.log');
if (code !== 0 && existsSync(log)) process.stderr.write(readFileSync(log, 'utf8').slice(-4_000));
endGroup(shell, 'SIGTERM');
await removeClone(directory);

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
