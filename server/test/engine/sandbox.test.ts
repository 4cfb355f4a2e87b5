/** The sandbox of engine processes: no secrets, no files or network of the host, limited writes, processes and system calls. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCgroup, findCgroupBase } from '../../src/engine/cgroup.ts';
import { treeUsage } from '../../src/engine/process-tree.ts';
import { countsTasksBySandbox, launchCommand } from '../../src/engine/sandbox.ts';
import { seccompArch, seccompProgram } from '../../src/engine/seccomp.ts';
import { engineSettings } from '../../src/engine/settings.ts';
import { createSlotDirectory, type SlotDirectory } from '../../src/engine/slot-directory.ts';
import { convertFixture, readGolden } from '../fixtures/golden.ts';
import { openTestEngine, processesWith, traversableDir } from './test-engine.ts';

const run = promisify(execFile);
const secret = 'canary-5f1c9e';
let root: string;
let directory: SlotDirectory;
let listener: Server;
let connections = 0;

beforeAll(async () => {
  root = await traversableDir();
  directory = await createSlotDirectory(engineSettings({ workDir: join(root, 'work') }), 'canary1');
  await writeFile(join(root, 'outside.txt'), secret, { mode: 0o644 });
  listener = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => void listener.close());

type SandboxOptions = { readonly cgroupProcsFiles?: readonly string[]; readonly tasksMax?: number };

/** Runs a shell instead of the JVM in the same sandbox, with small limits. */
async function runInSandbox(
  script: string,
  { cgroupProcsFiles = [], tasksMax = 100 }: SandboxOptions = {},
): Promise<string> {
  const settings = engineSettings({
    workDir: join(root, 'work'),
    convert: { tempBytesMax: 67_108_864, fileBytesMax: 48_000_000, tasksMax },
  });
  const argv = launchCommand({
    settings,
    limits: settings.convert,
    directory,
    java: '/usr/bin/bash',
    engineJar: '/etc/hostname',
    hostJar: '/etc/hostname',
    cgroupProcsFiles,
  });
  const [program = '', ...rest] = [
    ...argv.slice(0, argv.indexOf('/usr/bin/bash')),
    '/usr/bin/bash',
    '-c',
    script,
  ];
  const env = { PATH: process.env['PATH'] ?? '', OCTAVO_CANARY: secret };
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  (child.stdio[3] as Writable).end(seccompProgram(seccompArch()));
  return (await Promise.all([text(child.stdout as Readable), text(child.stderr as Readable)])).join('');
}

describe('inside the sandbox', () => {
  it('the environment contains no secret', async () => {
    const seen = await runInSandbox('export; tr "\\0" "\\n" < /proc/self/environ');
    expect(seen).toContain('LANG');
    expect(seen).not.toContain(secret);
  });

  it('files of the host, the user list and home directories are not visible', async () => {
    expect(
      await runInSandbox(`cat ${root}/outside.txt; cat /etc/passwd; ls /home /root /var /run /sys`),
    ).not.toContain(secret);
    expect(await runInSandbox(`test -e ${root} || echo absent; test -e /etc/passwd || echo absent`)).toBe(
      'absent\nabsent\n',
    );
  });

  it('a listener on the host cannot be reached', async () => {
    const { port } = listener.address() as { port: number };
    const probe = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected`;
    expect(await runInSandbox(probe)).not.toContain('connected');
    expect(connections).toBe(0);
    await run('bash', ['-c', probe]);
    expect(connections).toBe(1);
  });

  it('only /out and /tmp are writable', async () => {
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
    const seen = await runInSandbox(
      `for p in ${attempts.join(' ')}; do (echo hi > $p) 2>/dev/null && echo $p; done; true`,
    );
    expect(seen.trim().split('\n')).toEqual(['/out/x', '/tmp/x']);
  });

  it('the size of /tmp and of every file is limited', async () => {
    expect(await runInSandbox('for n in 1 2 3; do head -c 40000000 /dev/zero > /tmp/big$n; done')).toMatch(
      /No space left/,
    );
    await runInSandbox('head -c 90000000 /dev/zero > /out/big');
    expect(await runInSandbox('stat -c %s /out/big')).toBe('48000000\n');
  });

  it('the user is not root, processes of the host are not visible, and namespaces cannot be created', async () => {
    expect(await runInSandbox('id -u')).not.toBe('0\n');
    expect(Number(await runInSandbox('ls /proc | grep -c "^[0-9]"'))).toBeLessThan(8);
    expect(await runInSandbox('unshare -U true || echo refused')).toContain('refused');
  });
});

/** Forks until the kernel refuses, and prints the number of processes. */
const forkAll = `perl -e '
  my $n = 0;
  for (1..400) { my $p = fork(); last unless defined $p; if (!$p) { sleep 20; exit } $n++ }
  print "$n\n"; kill 9, -1'`;

describe('the number of processes is limited', () => {
  it('by a user limit, for each sandbox separately', async () => {
    const counts = await Promise.all([runInSandbox(forkAll), runInSandbox(forkAll)]);
    for (const count of counts) {
      expect(Number.parseInt(count, 10)).toBeGreaterThan(50);
      expect(Number.parseInt(count, 10)).toBeLessThan(100);
    }
  });

  it('by a cgroup, when available', async () => {
    const base = await findCgroupBase(null);
    const limits = { ...engineSettings().convert, tasksMax: 60 };
    const cgroup = base && (await createCgroup(base, 'tasks-test', limits));
    if (!cgroup) throw new Error('this test needs permission to create cgroups');
    const count = await runInSandbox(forkAll, { cgroupProcsFiles: cgroup.procsFiles, tasksMax: 5_000 });
    await cgroup.remove();
    expect(cgroup.limitsTasks).toBe(true);
    expect(Number.parseInt(count, 10)).toBeGreaterThan(20);
    expect(Number.parseInt(count, 10)).toBeLessThan(60);
  });

  it('without a user limit on kernels that count the processes of all sandboxes together', () => {
    expect(['4.18.0-553.el8', '5.4.0', '5.13.19'].map(countsTasksBySandbox)).toEqual([false, false, false]);
    expect(['5.14.0-427.el9', '6.1.0-18-amd64'].map(countsTasksBySandbox)).toEqual([true, true]);
  });
});

/** System calls that a parser does not need, by their numbers on x86-64 and arm64. */
const dangerous = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  io_uring_setup: [425, 425],
  userfaultfd: [323, 282],
  kexec_load: [246, 104],
  init_module: [175, 105],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  personality: [135, 92],
  clone3: [435, 435],
  memfd_create: [319, 279],
  fsopen: [430, 430],
  move_mount: [429, 429],
  mount_setattr: [442, 442],
  quotactl: [179, 60],
  swapon: [167, 224],
  reboot: [169, 142],
  syslog: [103, 116],
  landlock_create_ruleset: [444, 444],
} as const;

describe('system calls', () => {
  it('are filtered, and the descriptor of the filter is closed', async () => {
    expect(await runInSandbox('grep Seccomp: /proc/self/status')).toMatch(/^Seccomp:\s+2$/m);
    expect(await runInSandbox('test -e /proc/$$/fd/3 && echo open || echo closed')).toBe('closed\n');
  });

  it('that a parser does not need return ENOSYS', async () => {
    const column = process.arch === 'x64' ? 0 : 1;
    const numbers = Object.entries(dangerous).map(([name, both]) => `${name}=${both[column]}`);
    const answers = await runInSandbox(
      `perl -e 'for (@ARGV) { my ($name, $n) = split /=/; $! = 0; my $r = syscall($n, -1, -1, -1, -1); print "$name $r ", $! + 0, "\n" }' ${numbers.join(' ')}`,
    );
    expect(answers.trim().split('\n')).toEqual(Object.keys(dangerous).map((name) => `${name} -1 38`));
  });

  it('for sockets of any family fail, including raw and netlink sockets', async () => {
    const script = `use Socket; for (1, 2, 10, 16, 17) { print socket(my $s, $_, 1, 0) ? "open" : $! + 0, " " }`;
    expect(await runInSandbox(`perl -e '${script}'`)).toBe('97 97 97 97 97 ');
  });
});

describe('the engine', () => {
  it('reports the active sandbox level, and passes no password on a command line', async () => {
    const testEngine = await openTestEngine();
    expect(testEngine.probe).toMatchObject({ sandbox: 'namespaces', engineVersion: '2.5.11' });
    expect(['cgroup', 'rlimit']).toContain(testEngine.probe.tasks);
    const engines = (await treeUsage(process.pid)).pids.slice(1).map((pid) => `/proc/${pid}/status`);
    const java = (await Promise.all(engines.map((path) => readFile(path, 'utf8')))).find((status) =>
      status.startsWith('Name:\tjava'),
    );
    expect(java).toMatch(/^Seccomp:\s+2$/m);
    const converting = convertFixture(testEngine.engine, 'encrypted-locked');
    const seen = await processesWith('folio');
    await converting;
    await testEngine.close();
    expect(seen).toEqual([]);
  });

  it('runs without a sandbox only when configured, with a warning, and produces the same bytes', async () => {
    const lines: string[] = [];
    const testEngine = await openTestEngine({
      sandbox: 'off',
      log: (level, event) => lines.push(`${level} ${event}`),
    });
    const { hashes } = await convertFixture(testEngine.engine, 'tables');
    await testEngine.close();
    expect(testEngine.probe.sandbox).toBe('none');
    expect(lines.join('\n')).toMatch(/^warn ENGINE RUNS WITHOUT A SANDBOX/);
    expect(hashes).toEqual((await readGolden())['tables']);
  });
});
