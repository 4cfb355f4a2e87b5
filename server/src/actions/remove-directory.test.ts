/** A directory of a job is removed with everything in it, and nothing else is. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeDirectory } from './remove-directory.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-remove-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('removes files and directories at any depth', async () => {
  const job = join(root, 'job');
  mkdirSync(join(job, 'out', 'images', 'empty'), { recursive: true });
  for (const name of ['source.pdf', 'out/a', 'out/b', 'out/images/c']) writeFileSync(join(job, name), 'x');
  await removeDirectory(job);
  expect(existsSync(job)).toBe(false);
});

it('does not follow links', async () => {
  const [job, other] = [join(root, 'job'), join(root, 'other')];
  mkdirSync(job);
  mkdirSync(other);
  writeFileSync(join(other, 'kept'), 'x');
  symlinkSync(other, join(job, 'link'));
  await removeDirectory(job);
  expect(existsSync(job)).toBe(false);
  expect(existsSync(join(other, 'kept'))).toBe(true);
});

it('has nothing to do for a directory that is not there', async () => {
  await removeDirectory(join(root, 'missing'));
});
