/** Directories of processes that ended without removing them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processIdentity, removeStaleDirectories } from './process-identity.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'octavo-stale-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

it('are removed; those of running processes and other files stay', async () => {
  const own = `${processIdentity(process.pid)}-writer`;
  // The process id is in use, but by a process that started at another time.
  const stale = `${process.pid}-1-writer`;
  for (const name of [own, stale, 'notes']) mkdirSync(join(parent, name));
  expect(await removeStaleDirectories(parent)).toBe(1);
  expect(readdirSync(parent).sort()).toEqual([own, 'notes'].sort());
});

it('need not exist', async () => {
  expect(await removeStaleDirectories(join(parent, 'missing'))).toBe(0);
});
