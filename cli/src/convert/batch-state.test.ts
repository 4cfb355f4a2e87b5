/** The batch state is written atomically before each step, by one batch at a time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchState, type JobEntry, type WatchedEntry } from './batch-state.ts';

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

describe('BatchState', () => {
  it('resolves when the change is on disk', async () => {
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

  it('shares writes among many changes without losing one', async () => {
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

  it('forgets watched files with their results and jobs, except a job that another file shares', async () => {
    const state = await BatchState.open(directory);
    const watched = (target: string): WatchedEntry => ({
      bytes: 1,
      modified_ms: 1,
      inode: 1,
      options: 'o',
      status: 'done',
      attempts: 0,
      target,
      ended_at: '2026-11-15T12:00:00.000Z',
    });
    for (const content of ['shared', 'own', 'unsaved']) await state.setJob(content, entry(content));
    await state.setSaved('a', { content: 'shared', files: [] });
    await state.setSaved('b', { content: 'shared', files: [] });
    await state.setSaved('c', { content: 'own', files: [] });
    for (const name of ['a', 'b', 'c']) await state.setWatched(`${name}.pdf`, watched(name));
    await state.forgetWatched((path) => path !== 'b.pdf');
    const left = onDisk();
    expect([Object.keys(left.watched), Object.keys(left.saved)]).toEqual([['b.pdf'], ['b']]);
    expect(Object.keys(left.jobs).sort()).toEqual(['shared', 'unsaved']);
    await state.close();
  });

  it('removes partial files of a killed process', async () => {
    writeFileSync(join(directory, 'state.json.0123abcd.part'), '{"version":');
    const state = await BatchState.open(directory);
    await state.close();
    expect(visible()).toEqual([]);
  });

  it.each([
    ['{"version":', 'is not valid JSON'],
    ['{"version":2}', 'was written by a newer version of octavo'],
  ])('rejects an unreadable file: %s', async (text, why) => {
    writeFileSync(join(directory, 'state.json'), text);
    await expect(BatchState.open(directory)).rejects.toThrow(why);
    expect(visible()).toEqual(['state.json']);
  });
});

describe('two batches with one state directory', () => {
  const lockOf = (pid: number) =>
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid, host: hostname(), token: 'other' }));

  it('rejects the second while the first is running', async () => {
    const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      lockOf(sleeper.pid ?? 0);
      await expect(BatchState.open(directory)).rejects.toThrow(`(${sleeper.pid} on`);
    } finally {
      sleeper.kill('SIGKILL');
      await once(sleeper, 'exit');
    }
    const state = await BatchState.open(directory);
    await state.close();
    expect(visible()).toEqual([]);
  });

  it('takes over from a process with the same id before a restart of the container', async () => {
    lockOf(process.pid);
    const state = await BatchState.open(directory);
    await state.close();
  });

  it('stops writing after another process took over', async () => {
    const state = await BatchState.open(directory);
    lockOf(1);
    await expect(state.setJob('a', entry(null))).rejects.toThrow('Another octavo');
    expect(visible()).toEqual(['lock']);
    await state.close();
    expect(visible()).toEqual(['lock']);
  });
});
