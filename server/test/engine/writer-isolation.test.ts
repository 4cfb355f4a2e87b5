/** A writer process has no network: not even services of its own machine can be reached. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
