/** The quick start works as it is written: each of its commands is run, in order, in one shell. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const guide = readFileSync(new URL('../../docs/guides/quickstart.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
const execute = promisify(execFile);

let owner: Account;
let directory: string;
let outputs: readonly string[];

/** A line between the outputs of two blocks, which no command prints by itself. */
const seam = '--- next block ---';

beforeAll(async () => {
  owner = await account('business');
  directory = mkdtempSync(join(tmpdir(), 'octavo-quickstart-'));
  writeFileSync(join(directory, 'report.pdf'), makeRichDocument());
  const script = `set -euo pipefail\n${blocks.join(`\necho; echo '${seam}'\n`)}`;
  const { stdout } = await execute('bash', ['-c', script], {
    cwd: directory,
    timeout: 120_000,
    env: {
      PATH: process.env['PATH'] ?? '',
      ['OCTAVO_URL']: context.baseUrl,
      ['OCTAVO_SESSION']: owner.session,
    },
  });
  outputs = stdout.split(seam).map((text) => text.trim());
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the quick start', () => {
  it('runs every block without an error', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(8);
    expect(outputs).toHaveLength(blocks.length);
  });

  it('shows the account behind the key', async () => {
    expect(JSON.parse(outputs[2] ?? '')).toMatchObject({ id: (await me(owner)).id });
  });

  it('ends with a job that is done', () => {
    expect(outputs[4]).toBe('done');
  });

  it('saves the seven files under the names it promises', () => {
    const promised = [...guide.matchAll(/`(report[-.][\w.-]+)`/g)].map((match) => match[1] ?? '');
    expect(new Set(promised).size).toBe(8);
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(promised));
  });

  it('shows the text behind a signed URL', () => {
    expect(outputs[6]).toContain('Octavo quarterly report');
    expect(outputs[6]).toBe(readFileSync(join(directory, 'report.txt'), 'utf8').trim());
  });

  it('leaves neither job nor key behind', async () => {
    const job = JSON.parse(readFileSync(join(directory, 'job.json'), 'utf8')) as { id: string };
    const key = JSON.parse(readFileSync(join(directory, 'key.json'), 'utf8')) as { raw_key: string };
    expect((await request(`/jobs/${job.id}`, { caller: owner })).status).toBe(404);
    expect((await request('/auth/me', { caller: { key: key.raw_key } })).status).toBe(401);
  });
});
