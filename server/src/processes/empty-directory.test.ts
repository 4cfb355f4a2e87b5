/** A directory of a slot is empty before its next document, whatever a process left there. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyDirectory } from './empty-directory.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-empty-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('removes files, directories and links, and keeps the directory and what the links lead to', async () => {
  const [slot, other] = [join(root, 'slot'), join(root, 'other')];
  mkdirSync(join(slot, 'images', 'deep'), { recursive: true });
  mkdirSync(other);
  for (const path of ['slot/a', 'slot/images/deep/b', 'other/kept']) writeFileSync(join(root, path), 'x');
  symlinkSync(other, join(slot, 'link'));
  symlinkSync(join(root, 'missing'), join(slot, 'broken'));
  await emptyDirectory(slot);
  expect(readdirSync(slot)).toEqual([]);
  expect(existsSync(join(other, 'kept'))).toBe(true);
});

it('fails when there is no directory, so that its slot is not used again', async () => {
  await expect(emptyDirectory(join(root, 'missing'))).rejects.toThrow('ENOENT');
});
