/** What somebody at a terminal sees: the live display of a batch, and what Ctrl-C does, once and twice. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount, setWorkers } from '@octavo/testkit/service-under-test/accounts.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CliSandbox } from '../cli-sandbox.ts';

const columns = 90;
const rows = 26;

let sandbox: CliSandbox;
let socket: string;
let isOpen = false;

beforeAll(async () => {
  sandbox = await CliSandbox.open('business', await freshAccount('business'));
});
afterAll(() => sandbox.close());

const tmux = (...args: readonly string[]) =>
  execFileSync('tmux', ['-u', '-L', socket, '-f', '/dev/null', ...args], {
    encoding: 'utf8',
    cwd: sandbox.cwd,
    env: { ...sandbox.env, TERM: 'xterm-256color' },
  });

/** The lines on the screen, without those below the last. */
const screen = () => tmux('capture-pane', '-p').trimEnd().split('\n');
const type = (text: string) => tmux('send-keys', '-l', text);
const press = (...keys: readonly string[]) => tmux('send-keys', ...keys);

async function until(
  isThere: (lines: readonly string[]) => boolean,
  timeoutMs = 120_000,
): Promise<readonly string[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lines = screen();
    if (isThere(lines)) return lines;
    if (performance.now() > deadline) throw new Error(`not on the screen:\n${lines.join('\n')}`);
    await delay(100);
  }
}

const has = (pattern: RegExp) => (lines: readonly string[]) => lines.some((line) => pattern.test(line));

function openTerminal(width = columns): void {
  isOpen = true;
  tmux('new-session', '-d', '-x', String(width), '-y', String(rows), "PS1='$ ' bash --norc --noprofile");
}

/** What the guide shows of it. */
function keep(...screens: readonly (readonly string[])[]): void {
  const file = process.env['OCTAVO_CAPTURE'];
  if (file) writeFileSync(file, screens.map((lines) => `${lines.join('\n')}\n`).join('\n'));
}

beforeEach(() => {
  socket = `octavo-${randomUUID().slice(0, 8)}`;
  isOpen = false;
});
afterEach(() => {
  if (isOpen) tmux('kill-server');
});

/** Enters a command, and after its end its exit code. */
async function enter(command: string): Promise<void> {
  await until(has(/^\$ ?$/));
  type(`clear; ${command}; echo "ended with $?"`);
  press('Enter');
}

/** The form of the display in the middle of 100 files. */
function expectLive(lines: readonly string[]): void {
  const text = lines.join('\n');
  expect(
    lines.filter((line) => / of 100 {2}/.test(line)),
    'one line for the whole',
  ).toHaveLength(1);
  expect(text).toMatch(/^ *\d+ of 100 {2}[█▏▎▍▌▋▊▉]+░+ {2}\d+ pages · [\d.]+ s · about .+ left$/m);
  expect(text).toMatch(/^ {2}(invoices\/invoice-\d{3}\.pdf {2}.*|\d+ files: Queued)$/m);
}

describe('a batch on a terminal', () => {
  it('looks as the guide shows it', () => {
    const guide = readFileSync(new URL('../../../docs/guides/cli.md', import.meta.url), 'utf8');
    const [, shown = ''] =
      /^```\n\$ octavo convert invoices\/ -o out\/\n\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    expectLive(shown.trimEnd().split('\n'));
  });

  it('shows how far it is and what each file does, in place, and a summary at the end', async () => {
    sandbox.writeMany('invoices', 100);
    openTerminal();
    await enter('octavo convert invoices -o out');
    const [, done = ''] =
      /^ *(\d+) of 100/m.exec((await until(has(/^ *[3-6]\d of 100 {2}/))).join('\n')) ?? [];
    const live = screen();
    expect(Number(done)).toBeGreaterThan(0);
    expectLive(live);
    const end = await until(has(/^ended with/), 300_000);
    keep(live, end);
    expect(end.filter((line) => line !== '')).toEqual([
      expect.stringMatching(/^100 files: 100 converted · 300 pages · /),
      'ended with 0',
      '$',
    ]);
    expect(readdirSync(join(sandbox.cwd, 'out'))).toHaveLength(100);
  }, 600_000);

  it('fits a narrow terminal', async () => {
    sandbox.writeMany('few', 12);
    openTerminal(40);
    await enter('octavo convert few -o narrow');
    await until(has(/^ *\d+ of 12 · /));
    const end = await until(has(/^ended with 0/));
    expect(end.join('\n')).toContain('12 files: 12 converted');
    expect(end.filter((line) => / of 12 · /.test(line))).toEqual([]);
  });
});

describe('a question', () => {
  const alone = 'env -u OCTAVO_API_KEY OCTAVO_CONFIG_DIR=asked';

  it('for the key does not show what is typed', async () => {
    openTerminal(160);
    await enter(`${alone} octavo login`);
    await until(has(/^API key:/));
    type(sandbox.key.raw_key);
    press('Enter');
    const lines = await until(has(/^ended with/));
    expect(lines.join('\n')).toMatch(
      /^API key:\nSigned in as .+ \(plan business, [\d,]+ pages left this month\)\.\n/,
    );
    expect(lines.join('\n')).not.toContain(sandbox.key.raw_key.slice(0, 20));
    expect(lines).toContain('ended with 0');
    expect(statSync(join(sandbox.cwd, 'asked/config.json')).mode & 0o777).toBe(0o600);
  });

  it('for the password of a PDF does not show it either, and is left by Ctrl-C', async () => {
    sandbox.write('locked.pdf', makeDocument({ password: 'sesame', title: 'Locked' }));
    openTerminal();
    await enter('octavo convert locked.pdf -f text --password');
    await until(has(/^PDF password:/));
    type('sesame');
    press('Enter');
    const text = (await until(has(/^ended with 0/))).join('\n');
    expect(text).toContain('Locked 1');
    expect(text).not.toContain('sesame');
    await enter('octavo convert locked.pdf -f text --password');
    await until(has(/^PDF password:/));
    press('C-c');
    await until(has(/^ended with 130/));
  });

  it('before something is deleted takes no for an answer', async () => {
    const id = (
      await sandbox.ok(['convert', 'locked.pdf', '--no-wait'], { env: { OCTAVO_PDF_PASSWORD: 'sesame' } })
    ).trim();
    openTerminal();
    await enter(`octavo jobs delete ${id}`);
    await until(has(/^Permanently delete 1 job and all results\? \[y\/N\]/));
    press('Enter');
    await until(has(/^ended with 1/));
    await enter(`octavo jobs delete ${id}`);
    await until(has(/\[y\/N\]/));
    type('y');
    press('Enter');
    expect(await until(has(/^ended with 0/))).toContain(`${id}  deleted`);
  });
});

describe('Ctrl-C', () => {
  beforeAll(() => setWorkers(0));
  afterAll(() => setWorkers(2));

  it('once: names the jobs that go on and how to resume; the command then finishes them', async () => {
    for (const number of [1, 2, 3])
      sandbox.write(`halted/${number}.pdf`, makeDocument({ title: `Halted ${number}` }));
    openTerminal();
    await enter('octavo convert halted -o resumed');
    await until(has(/^ {2}3 files: Queued$/));
    press('C-c');
    const lines = await until(has(/^ended with/));
    expect(lines.filter((line) => line !== '')).toEqual([
      'Interrupted after 0 of 3 files. 3 jobs keep running on the server:',
      ...[1, 2, 3].map((number) =>
        expect.stringMatching(new RegExp(`^ {2}\\S{36} {2}halted/${number}\\.pdf$`)),
      ),
      'next:  octavo convert --resume',
      'ended with 130',
      '$',
    ]);
    await setWorkers(2);
    await enter('octavo convert --resume');
    await until(has(/^ended with 0/));
    expect(readdirSync(join(sandbox.cwd, 'resumed'))).toEqual(['1.md', '2.md', '3.md']);
    await setWorkers(0);
  });

  it('once, for a single file: names its job and how to fetch it', async () => {
    sandbox.write('single.pdf', makeDocument({ title: 'Single' }));
    openTerminal();
    await enter('octavo convert single.pdf');
    await until(has(/single\.pdf.*Queued/));
    press('C-c');
    const text = (await until(has(/^ended with/))).join('\n');
    const [, id = ''] = /^ {2}(\S{36}) {2}single\.pdf$/m.exec(text) ?? [];
    expect(text).toContain(`octavo jobs wait ${id}`);
    expect(text).toContain('ended with 130');
    await setWorkers(2);
    await sandbox.ok(['jobs', 'wait', id]);
    expect(await sandbox.ok(['jobs', 'download', id])).toContain('Single 1');
    await setWorkers(0);
  });

  it('twice: leaves at once, with the cursor back', async () => {
    sandbox.write('impatient.pdf', makeDocument({ title: 'Impatient' }));
    openTerminal();
    await enter('octavo convert impatient.pdf');
    await until(has(/impatient\.pdf.*Queued/));
    press('C-c', 'C-c');
    await until(has(/^ended with 130/), 10_000);
    expect(tmux('display-message', '-p', '#{cursor_flag}').trim()).toBe('1');
  });
});
