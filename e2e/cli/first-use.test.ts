/** From nothing but a key to the first markdown in fewer than five commands. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { networkEnvironment } from '@octavo/testkit/processes/network-environment.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, type NewApiKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeBinary, nodeMajors } from '../sdk/runtimes/node-binary.ts';
import { tarballs } from './package.ts';

const execute = promisify(execFile);

let owner: Account;
let key: NewApiKey;
let home: string;
let commands: readonly string[];
let stderr: string;

/** The home stays as it is for npm, which has its cache there; settings of octavo go where nothing is yet. */
const environment = () => ({
  ...networkEnvironment(),
  PATH: process.env['PATH'] ?? '',
  ['XDG_CONFIG_HOME']: join(home, '.config'),
});

beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'first use');
  home = mkdtempSync(join(tmpdir(), 'octavo-first-use-'));
  writeFileSync(join(home, 'report.pdf'), makeRichDocument());
  writeFileSync(join(home, 'key.txt'), `${key.raw_key}\n`);
  commands = [
    `npm install --prefer-offline --no-audit --no-fund ${(await tarballs()).join(' ')}`,
    `npx octavo login --with-key --base-url ${context.baseUrl} < key.txt`,
    'npx octavo convert report.pdf > report.md',
  ];
  const ran = await execute('bash', ['-c', `set -euo pipefail\n${commands.join('\n')}`], {
    cwd: home,
    timeout: 240_000,
    env: environment(),
  });
  stderr = ran.stderr;
});

afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await revokeKey(owner, key.id);
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the first use, from a clean directory with the packed packages', () => {
  it('takes fewer than five commands to the first markdown', () => {
    expect(commands.length).toBeLessThan(5);
    expect(readFileSync(join(home, 'report.md'), 'utf8')).toMatch(/^# Octavo quarterly report\n/);
  });

  it('says who has signed in, and what comes next, without showing the key', () => {
    expect(stderr).toMatch(/Signed in as .+ \(plan business, [\d,]+ pages left this month\)/);
    expect(stderr).toContain('next:  octavo convert report.pdf');
    expect(stderr).not.toContain(key.raw_key);
  });

  it('keeps the key where only its owner reads it', () => {
    const directory = join(home, '.config', 'octavo');
    expect([modeOf(directory), modeOf(join(directory, 'config.json'))]).toEqual(['700', '600']);
  });

  it.each(nodeMajors)('works in Node %s', async (major) => {
    const entry = join(home, 'node_modules', '@octavo', 'cli', 'dist', 'octavo.mjs');
    const node = await nodeBinary(major);
    const env = environment();
    const { stdout } = await execute(node, [entry, 'convert', 'report.pdf', '-f', 'text'], {
      cwd: home,
      env,
    });
    expect(stdout).toContain('Octavo quarterly report');
    const doctor = await execute(node, [entry, 'doctor'], { cwd: home, env });
    expect(doctor.stdout).toContain(`Node ${major}.`);
    expect(doctor.stdout).not.toMatch(/^(xx|!!)/m);
    expect(doctor.stderr).toBe('');
  });
});
