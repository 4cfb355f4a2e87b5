/** Only a running batch holds the lock, on any host. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchState } from './batch-state.ts';
import { Lock } from './lock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const lockUrl = pathToFileURL(join(import.meta.dirname, 'lock.ts')).href;
const next = { host: 'container-2', heartbeatMs: 100, staleAfterMs: 2_000 };
const holderOnDisk = () => JSON.parse(readFileSync(join(directory, 'lock'), 'utf8')).host;

/** Starts a batch in a separate process, with this host name. */
async function batchOn(host: string): Promise<ChildProcess> {
  const program = `const { Lock } = await import(${JSON.stringify(lockUrl)});
    await Lock.take(${JSON.stringify(directory)}, { host: ${JSON.stringify(host)}, heartbeatMs: 100, staleAfterMs: 2000 });
    console.log('taken');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a batch on another host', () => {
  it('keeps its lock while it runs, and loses it after it was killed', async () => {
    const batch = await batchOn('container-1');
    try {
      await expect(Lock.take(directory, next)).rejects.toThrow('on container-1');
    } finally {
      await kill(batch);
    }
    const lock = await Lock.take(directory, next);
    expect(holderOnDisk()).toBe('container-2');
    await lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('that was killed long ago does not delay the next', async () => {
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: 1, host: 'container-1', token: 'a' }));
    utimesSync(join(directory, 'lock'), new Date(0), new Date(0));
    const state = await BatchState.open(directory);
    await state.close();
  });

  it('that was suspended and replaced does not renew the lock of its successor', async () => {
    const first = await Lock.take(directory, { host: 'container-1', heartbeatMs: 50, staleAfterMs: 2_000 });
    writeFileSync(join(directory, 'lock.next'), JSON.stringify({ pid: 1, host: 'container-2', token: 'b' }));
    rmSync(join(directory, 'lock'));
    writeFileSync(join(directory, 'lock'), readFileSync(join(directory, 'lock.next')));
    utimesSync(join(directory, 'lock'), new Date(0), new Date(0));
    await expect(first.check()).rejects.toThrow('on container-2');
    const second = await Lock.take(directory, { ...next, host: 'container-3' });
    await first.release();
    expect(holderOnDisk()).toBe('container-3');
    await second.release();
  });
});
