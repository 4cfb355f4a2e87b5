/** The quick start works as it is written: each of its commands is run, in order, in one shell. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const guide = readFileSync(new URL('../../docs/guides/quickstart.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh(?: \[curl\])?\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
/** What the guide shows below its first command. */
const [, shown = 'nothing'] = /^```text\n([\s\S]*?)^```$/m.exec(guide) ?? [];
const sample = new URL('../../web/public/sample.pdf', import.meta.url);
const execute = promisify(execFile);

let owner: Account;
let key: { readonly id: string; readonly raw_key: string };
let directory: string;
let outputs: readonly string[];

/** A line between the outputs of two blocks, which no command prints by itself. */
const seam = '--- next block ---';

beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'quick start');
  directory = mkdtempSync(join(tmpdir(), 'octavo-quickstart-'));
  writeFileSync(join(directory, 'sample.pdf'), readFileSync(sample));
  const all = [...blocks, 'echo "$JOB"'];
  const script = `set -euo pipefail\n${all.join(`\necho; echo '${seam}'\n`)}`;
  const { stdout } = await execute('bash', ['-c', script], {
    cwd: directory,
    timeout: 120_000,
    env: {
      PATH: process.env['PATH'] ?? '',
      ['OCTAVO_URL']: context.baseUrl,
      ['API_KEY']: key.raw_key,
    },
  });
  outputs = stdout.split(seam).map((text) => text.trim());
});

afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await revokeKey(owner, key.id);
});

describe('the quick start', () => {
  it('runs every block without an error', () => {
    expect(blocks).toHaveLength(4);
    expect(outputs).toHaveLength(blocks.length + 1);
  });

  it('begins with the first line of the markdown, as it is shown', () => {
    expect(outputs[0]).toBe(shown.trim());
    expect(outputs[0]).toMatch(/^# \w/);
  });

  it('saves the files under the names it promises', () => {
    const promised = [...guide.matchAll(/`(sample[-.][\w.-]+)`/g)].map((match) => match[1] ?? '');
    expect(new Set(promised).size).toBe(4);
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(promised));
    expect(outputs[1]).toMatch(/^done$/m);
  });

  it('shows a job that did not fail', () => {
    expect(JSON.parse(outputs[2] ?? '')).toEqual({ status: 'done', error_message: null });
  });

  it('deletes the job', async () => {
    expect((await request(`/jobs/${outputs.at(-1)}`, { caller: owner })).status).toBe(404);
  });
});
