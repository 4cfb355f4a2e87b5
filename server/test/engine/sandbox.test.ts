/** Behind the walls: no secret, no file outside, no network, no way to write, and none of it by default of luck. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchCommand } from '../../src/engine/sandbox.ts';
import { engineSettings } from '../../src/engine/settings.ts';
import { createSlotDirectory, type SlotDirectory } from '../../src/engine/slot-directory.ts';
import { convertFixture, readGolden } from '../fixtures/golden.ts';
import { openWorkbench, passableDir, processesWith } from './workbench.ts';

const run = promisify(execFile);
const secret = 'canary-5f1c9e';
let root: string;
let directory: SlotDirectory;
let listener: Server;
let connections = 0;

beforeAll(async () => {
  root = await passableDir();
  directory = await createSlotDirectory(engineSettings({ workDir: join(root, 'work') }), 'canary1');
  await writeFile(join(root, 'outside.txt'), secret, { mode: 0o644 });
  listener = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => void listener.close());

/** Runs a shell in place of the JVM, behind exactly the walls a JVM gets; with small limits. */
async function inside(script: string): Promise<string> {
  const settings = engineSettings({
    workDir: join(root, 'work'),
    convert: { tempBytesMax: 67_108_864, fileBytesMax: 48_000_000 },
  });
  const argv = launchCommand({
    settings,
    limits: settings.convert,
    directory,
    java: '/usr/bin/bash',
    engineJar: '/etc/hostname',
    hostJar: '/etc/hostname',
    cgroupProcsFile: null,
  });
  const [program = '', ...rest] = [
    ...argv.slice(0, argv.indexOf('/usr/bin/bash')),
    '/usr/bin/bash',
    '-c',
    script,
  ];
  const env = { PATH: process.env['PATH'] ?? '', OCTAVO_CANARY: secret };
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
}

describe('inside the sandbox', () => {
  it('the environment holds no secret', async () => {
    const seen = await inside('export; tr "\\0" "\\n" < /proc/self/environ');
    expect(seen).toContain('LANG');
    expect(seen).not.toContain(secret);
  });

  it('a readable file outside cannot be found, nor the list of users, nor the home directories', async () => {
    expect(
      await inside(`cat ${root}/outside.txt; cat /etc/passwd; ls /home /root /var /run /sys`),
    ).not.toContain(secret);
    expect(await inside(`test -e ${root} || echo absent; test -e /etc/passwd || echo absent`)).toBe(
      'absent\nabsent\n',
    );
  });

  it('a listener on this machine cannot be reached', async () => {
    const { port } = listener.address() as { port: number };
    const probe = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected`;
    expect(await inside(probe)).not.toContain('connected');
    expect(connections).toBe(0);
    await run('bash', ['-c', probe]);
    expect(connections).toBe(1);
  });

  it('only out and temp can be written', async () => {
    const attempts = [
      '/x',
      '/usr/x',
      '/in/x',
      '/app/x',
      '/dev/x',
      '/dev/shm/x',
      '/proc/x',
      '/etc/x',
      '/out/x',
      '/tmp/x',
    ];
    const seen = await inside(
      `for p in ${attempts.join(' ')}; do (echo hi > $p) 2>/dev/null && echo $p; done; true`,
    );
    expect(seen.trim().split('\n')).toEqual(['/out/x', '/tmp/x']);
  });

  it('temp and every single file are bounded', async () => {
    expect(await inside('for n in 1 2 3; do head -c 40000000 /dev/zero > /tmp/big$n; done')).toMatch(
      /No space left/,
    );
    await inside('head -c 90000000 /dev/zero > /out/big');
    expect(await inside('stat -c %s /out/big')).toBe('48000000\n');
  });

  it('nobody is root, no process of the machine is seen, and no further namespace can be made', async () => {
    expect(await inside('id -u')).not.toBe('0\n');
    expect(Number(await inside('ls /proc | grep -c "^[0-9]"'))).toBeLessThan(8);
    expect(await inside('unshare -U true || echo refused')).toContain('refused');
  });
});

describe('the engine', () => {
  it('says which level is in force, and puts no password on a command line', async () => {
    const bench = await openWorkbench();
    expect(bench.probe).toMatchObject({ sandbox: 'namespaces', engineVersion: '2.5.11' });
    const converting = convertFixture(bench.engine, 'encrypted-locked');
    const seen = await processesWith('folio');
    await converting;
    await bench.close();
    expect(seen).toEqual([]);
  });

  it('runs without a sandbox only when told so, says it loudly, and gives the same bytes', async () => {
    const lines: string[] = [];
    const bench = await openWorkbench({
      sandbox: 'off',
      log: (level, event) => lines.push(`${level} ${event}`),
    });
    const { hashes } = await convertFixture(bench.engine, 'tables');
    await bench.close();
    expect(bench.probe.sandbox).toBe('none');
    expect(lines.join('\n')).toMatch(/^warn ENGINE RUNS WITHOUT A SANDBOX/);
    expect(hashes).toEqual((await readGolden())['tables']);
  });
});
