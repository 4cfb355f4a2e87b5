/** What a batch remembers is on disk before it goes on, whole, and for one batch at a time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchState, type JobEntry } from './batch-state.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-state-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const entry = (jobId: string | null): JobEntry => ({
  idempotency_key: 'key',
  submitted_at: '2026-11-15T12:00:00.000Z',
  job_id: jobId,
  status: jobId === null ? 'submitting' : 'accepted',
});
const visible = () => readdirSync(directory).filter((name) => name !== '.gitignore');
const onDisk = () => JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8'));

describe('State', () => {
  it('has every change on disk when it says so', async () => {
    const state = await BatchState.open(directory);
    await state.setJob('a', entry(null));
    expect(onDisk().jobs.a.status).toBe('submitting');
    await state.setJob('a', entry('J'));
    await state.setSaved('out/a', { content: 'a', files: ['out/a.md'] });
    expect(onDisk()).toMatchObject({ jobs: { a: { job_id: 'J' } }, saved: { 'out/a': { content: 'a' } } });
    await state.close();
    const again = await BatchState.open(directory);
    expect([again.job('a')?.job_id, again.saved('out/a')?.files]).toEqual(['J', ['out/a.md']]);
    await again.close();
  });

  it('writes many changes at once without losing one, and shares writes among them', async () => {
    const state = await BatchState.open(directory);
    const names = Array.from({ length: 200 }, (_, index) => `content-${index}`);
    await Promise.all(
      names.map(async (name) => {
        await state.setJob(name, entry(name));
        expect(onDisk().jobs[name].job_id).toBe(name);
      }),
    );
    expect(Object.keys(onDisk().jobs)).toHaveLength(200);
    await state.close();
    expect(visible()).toEqual(['state.json']);
  });

  it('removes what a killed one left half-written', async () => {
    writeFileSync(join(directory, 'state.json.0123abcd.part'), '{"version":');
    const state = await BatchState.open(directory);
    await state.close();
    expect(visible()).toEqual([]);
  });

  it.each([
    ['{"version":', 'is no valid JSON'],
    ['{"version":2}', 'was written by a newer octavo'],
  ])('refuses a file it cannot trust: %s', async (text, why) => {
    writeFileSync(join(directory, 'state.json'), text);
    await expect(BatchState.open(directory)).rejects.toThrow(why);
    expect(visible()).toEqual(['state.json']);
  });
});

describe('two batches with one state', () => {
  const lockOf = (pid: number) =>
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid, host: hostname(), token: 'other' }));

  it('refuses the second while the first runs', async () => {
    const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      lockOf(sleeper.pid ?? 0);
      await expect(BatchState.open(directory)).rejects.toThrow(`process ${sleeper.pid}`);
    } finally {
      sleeper.kill('SIGKILL');
      await once(sleeper, 'exit');
    }
    const state = await BatchState.open(directory);
    await state.close();
    expect(visible()).toEqual([]);
  });

  it('takes over from a process that had the same number in an earlier life of this container', async () => {
    lockOf(process.pid);
    const state = await BatchState.open(directory);
    await state.close();
  });

  it('stops writing once somebody else has taken over', async () => {
    const state = await BatchState.open(directory);
    lockOf(1);
    await expect(state.setJob('a', entry(null))).rejects.toThrow('Another octavo');
    expect(visible()).toEqual(['lock']);
    await state.close();
    expect(visible()).toEqual(['lock']);
  });
});
