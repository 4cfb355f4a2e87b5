/** Every shell snippet of the guides runs against the service as it is written; the quick start has a test of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippetsIn } from './snippets.ts';

const snippets = snippetsIn('sh').filter(({ place }) => !place.startsWith('docs/guides/quickstart.md'));

/** A refusal fails the snippet. The stream of the account never ends by itself, so it is cut after two seconds. */
const prelude = `set -euo pipefail
curl() {
  case "$*" in
    *"$OCTAVO_URL/events"*) command curl --fail-with-body --max-time 2 "$@" || [ $? = 28 ] ;;
    *) command curl --fail-with-body --max-time 100 "$@" ;;
  esac
}
`;

let owner: Account;
let key: { readonly id: string; readonly raw_key: string };
let directory: string;
let job: string;

beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'snippets');
  directory = await mkdtemp(join(tmpdir(), 'octavo-shell-'));
  await writeFile(join(directory, 'report.pdf'), makeRichDocument());
  await writeFile(join(directory, 'invoice.pdf'), makeDocument());
  const { id } = await accepted(owner, { options: { format: ['text', 'images'] } });
  await pollUntil(owner, id, ({ status }) => status === 'done', 60_000);
  job = id;
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await revokeKey(owner, key.id);
});

describe('the shell snippets', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(8);
  });

  it.each(snippets.map(({ place, code }) => [place, code] as const))('%s runs', async (_, code) => {
    const ran = await promisify(execFile)('bash', ['--norc', '-c', `${prelude}${code}`], {
      cwd: directory,
      timeout: 120_000,
      env: {
        PATH: process.env['PATH'] ?? '',
        ['OCTAVO_URL']: context.baseUrl,
        ['API_KEY']: key.raw_key,
        ['JOB']: job,
      },
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stderr}\n${error.stdout}`);
    });
    expect(ran.stdout).not.toBe('');
  });

  it('a refused request would be noticed', async () => {
    const env = { PATH: process.env['PATH'] ?? '', ['OCTAVO_URL']: context.baseUrl };
    const refused = promisify(execFile)(
      'bash',
      ['--norc', '-c', `${prelude}curl -sS "$OCTAVO_URL/auth/me"`],
      { env },
    );
    await expect(refused).rejects.toThrow();
  });
});
