/** A writer process has no network, not even to services of its own machine, and cannot change the code it starts from. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CodeAccess } from '../../src/writer/code-cache.ts';
import { launchCommand } from '../../src/writer/launch.ts';
import { defaultWriterSettings, type WriterSettings } from '../../src/writer/settings.ts';

const run = promisify(execFile);
let directory: string;
let server: Server;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'octavo-writer-isolation-'));
  server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

/** Runs a program in the place of the writer's own, with the same rights. */
async function connectFromWriter(change: Partial<WriterSettings>): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const script = join(directory, 'connect.mjs');
  await writeFile(
    script,
    `import { connect } from 'node:net';
     connect(${port}, '127.0.0.1')
       .on('connect', () => { console.log('connected'); process.exit(); })
       .on('error', ({ code }) => console.log(code));`,
  );
  const [program = '', ...args] = launchCommand({ ...defaultWriterSettings, ...change }, directory);
  const { stdout } = await run(program, [...args.slice(0, -1), script]);
  return stdout.trim();
}

it('cannot connect to a server on the same machine', async () => {
  expect(await connectFromWriter({})).toMatch(/^E(CONNREFUSED|NETUNREACH)$/);
});

it('can without the sandbox, so the attempt is a real one', async () => {
  expect(await connectFromWriter({ sandbox: 'off' })).toBe('connected');
});

/** A module that was never compiled before: Node keeps its code in the directory if it can. */
async function codeFilesAfter(change: Partial<WriterSettings>, may: CodeAccess['may']) {
  const code = { directory: join(directory, 'code'), may };
  await mkdir(code.directory);
  const script = join(directory, 'change.mjs');
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
     try { writeFileSync(${JSON.stringify(join(code.directory, 'changed'))}, ''); console.log('written'); }
     catch ({ code }) { console.log(code); }`,
  );
  const slot = join(directory, 'slot');
  await mkdir(slot);
  const [program = '', ...args] = launchCommand({ ...defaultWriterSettings, ...change }, slot, code);
  const { stdout } = await run(program, [...args.slice(0, -1), `--allow-fs-read=${script}`, script]);
  return { printed: stdout.trim(), files: (await readdir(code.directory)).length };
}

it('cannot change compiled code that it only reads, directly or through Node', async () => {
  expect(await codeFilesAfter({}, 'read')).toEqual({ printed: 'EROFS', files: 0 });
});

it('fills the directory if it is to, so the attempt is a real one', async () => {
  const { printed, files } = await codeFilesAfter({}, 'fill');
  expect(printed).toBe('written');
  expect(files).toBeGreaterThan(1);
});

it('has no permission for compiled code without the sandbox', async () => {
  expect(await codeFilesAfter({ sandbox: 'off' }, 'read')).toEqual({
    printed: 'ERR_ACCESS_DENIED',
    files: 0,
  });
});
