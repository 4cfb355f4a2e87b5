/** The output limit counts every file and byte a process has written. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { exceedsOutput } from './output-limit.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-output-'));
});

const exceeds = (outputFilesMax: number, outputBytesMax = 1_000_000) =>
  exceedsOutput(directory, { outputFilesMax, outputBytesMax });

it('counts files and bytes at every depth', async () => {
  mkdirSync(join(directory, 'images'));
  writeFileSync(join(directory, 'a.md'), 'x'.repeat(300_000));
  writeFileSync(join(directory, 'images', 'b.png'), 'x'.repeat(300_000));
  expect([await exceeds(3), await exceeds(2)]).toEqual([false, true]);
  expect([await exceeds(9, 700_000), await exceeds(9, 500_000)]).toEqual([false, true]);
});

it('is not exceeded by a directory that does not exist', async () => {
  expect(await exceedsOutput(join(directory, 'gone'), { outputFilesMax: 0, outputBytesMax: 0 })).toBe(false);
});

it('is exceeded by files nested deeper than the maximum path length', async () => {
  const name = 'd'.repeat(200);
  const dig = `for n in $(seq 25); do mkdir ${name} && cd ${name}; done; head -c 100000 /dev/zero > hidden`;
  execFileSync('/usr/bin/bash', ['-c', dig], { cwd: directory });
  expect(await exceeds(1_000)).toBe(true);
  execFileSync('rm', ['-rf', '--', directory]);
});
