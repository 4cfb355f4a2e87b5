/** The quick start works as it is written: each of its commands is run, in order, in one shell. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, me, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const guide = readFileSync(new URL('../../docs/guides/quickstart.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
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
  writeFileSync(join(directory, 'report.pdf'), makeRichDocument());
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
    expect(blocks.length).toBeGreaterThanOrEqual(6);
    expect(outputs).toHaveLength(blocks.length + 1);
  });

  it('shows the account behind the key', async () => {
    expect(JSON.parse(outputs[0] ?? '')).toMatchObject({ id: (await me(owner)).id });
  });

  it('ends with a job that is done', () => {
    expect(outputs[2]).toBe('done');
  });

  it('saves the seven files under the names it promises', () => {
    const promised = [...guide.matchAll(/`(report[-.][\w.-]+)`/g)].map((match) => match[1] ?? '');
    expect(new Set(promised).size).toBe(8);
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(promised));
  });

  it('shows the text behind a signed URL', () => {
    expect(outputs[4]).toContain('Octavo quarterly report');
    expect(outputs[4]).toBe(readFileSync(join(directory, 'report.txt'), 'utf8').trim());
  });

  it('leaves no job behind', async () => {
    expect((await request(`/jobs/${outputs.at(-1)}`, { caller: owner })).status).toBe(404);
  });
});
