/** Runs before each test file: its temporary files are removed when the file is done. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const before = tmpdir();
const directory = mkdtempSync(join(before, 'octavo-tests-'));
// Engines run as another user, who must be able to enter the directory.
chmodSync(directory, 0o711);
process.env['TMPDIR'] = directory;

// Hooks run in the opposite order of their registration: this is the last of them.
afterAll(() => {
  process.env['TMPDIR'] = before;
  rmSync(directory, { recursive: true, force: true });
});
