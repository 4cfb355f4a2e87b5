/** The scenario `escape` can fail: a process without a sandbox is detected. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeCanaries } from '../canaries.ts';
import { findSandboxGaps } from '../escape/boundary-probe.ts';

it('a process that was started without a sandbox shows every gap', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-sandbox-'));
  const canaries = await placeCanaries(directory);
  const open = spawn('sleep', ['30'], { env: { PATH: process.env['PATH'] ?? '', ...canaries.env } });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const gaps = findSandboxGaps(open.pid ?? 0, canaries);
  open.kill();
  await canaries.close();
  rmSync(directory, { recursive: true });
  expect(gaps).toEqual(
    expect.arrayContaining([
      'the secret is in its environment',
      'it can read the file with the secret',
      'it can read /etc/passwd',
      'it shares the network of the host',
      'it may gain privileges',
      'its system calls are not filtered',
      'it may start any number of processes',
    ]),
  );
});
