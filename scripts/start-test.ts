/**
 * `npm run test:start`: does what the README and the quick start say, literally, as somebody new would: the commands of
 * the README on a clean clone, its clicks in a browser, and the curl commands of both pages with a key from the dashboard.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import {
  adapted,
  cloneUrl,
  endGroup,
  makeCloneDirectory,
  removeClone,
  repository,
  shellBlocks,
  startShell,
} from './clean-clone.ts';
import { DashboardVisit } from './dashboard-visit.ts';

const usage = `usage: npm run test:start

Does what README.md and docs/guides/quickstart.md say, on a clone of the committed tree and in a browser.
`;
if (process.argv.length > 2) {
  process.stdout.write(usage);
  process.exit(process.argv.includes('--help') || process.argv.includes('-h') ? 0 : 2);
}

/** The first start compiles the engine host; on a busy machine that takes minutes. */
const startTimeoutMs = 600_000;
const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const [install = '', createKey = '', convert = ''] = shellBlocks('README.md');
const [quickStart = ''] = shellBlocks('docs/guides/quickstart.md');
const [, email = ''] = /any e-mail address such as `([^`]+)`/.exec(readme) ?? [];

const began = performance.now();
const note = (text: string) =>
  console.log(`[${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s] ${text}`);

/** Runs the commands of a page one by one, prints them, and returns what they print. */
async function run(block: string, cwd: string, environment: Record<string, string> = {}): Promise<string> {
  for (const line of block.trim().split('\n')) note(`$ ${line}`);
  const shell = startShell(adapted(block), cwd, environment);
  let printed = '';
  shell.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  if (code !== 0) throw new Error(`a command of the page failed with ${code}:\n${printed.slice(-2_000)}`);
  return printed;
}

async function waitUntilUp(service: ChildProcess): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  const isUp = () =>
    fetch(`${cloneUrl}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (service.exitCode !== null || performance.now() > deadline)
      throw new Error('the service did not start');
    await delay(500);
  }
  note('the service is up');
}

function expectMarkdown(printed: string, from: string): void {
  const first = printed.split('\n').find((line) => line.startsWith('# '));
  if (first !== '# How a sheet becomes a book') throw new Error(`no markdown from ${from}: ${printed}`);
  note(`${from}: ${first}`);
}

async function followPages(browser: Browser, tree: string): Promise<void> {
  const visit = await DashboardVisit.open(browser, cloneUrl, note);
  await visit.follow(readme, email);
  expectMarkdown(await visit.shownMarkdown(), 'the browser shows');
  await visit.expectNoKeyOffered();
  const printed = await run(createKey, tree);
  const [key = ''] = /oct_[0-9a-f]{40}/.exec(printed) ?? [];
  const environment = { OCTAVO_URL: cloneUrl, API_KEY: key };
  expectMarkdown(await run(convert, tree, environment), 'the README prints');
  const ownKey = await visit.createKey('laptop');
  expectMarkdown(await run(quickStart, tree, { ...environment, API_KEY: ownKey }), 'the quick start prints');
}

const directory = makeCloneDirectory();
const tree = join(directory, 'octavo');
const commands = install.trim().split('\n');
if (commands.at(-1) !== 'npm start') throw new Error('the README does not end its start with npm start');
let service: ChildProcess | undefined;
let browser: Browser | undefined;
try {
  await run(commands.slice(0, -1).join('\n'), directory);
  note('$ npm start');
  service = startShell('npm start > service.log 2>&1', tree);
  await waitUntilUp(service);
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  await followPages(browser, tree);
  note('passed: everything the README and the quick start say works');
} catch (error) {
  const log = join(tree, 'service.log');
  if (existsSync(log)) process.stderr.write(readFileSync(log, 'utf8').slice(-4_000));
  console.error(`failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await browser?.close();
  if (service) endGroup(service, 'SIGTERM');
  await removeClone(directory);
}
