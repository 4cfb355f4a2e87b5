/** What all errors have in common, asked of as many different ones as can be provoked. */
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeBlankDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import type { ErrorBody } from '@octavo/testkit/service-under-test/expect-error.ts';
import { accepted, done, download, remove, submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { me, postKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { type Reply, request } from '@octavo/testkit/service-under-test/request.ts';
import { whileSlowJobsRun } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
const refusals = new Map<string, Reply>();
const successes: Reply[] = [];

beforeAll(async () => {
  const free = await account('free');
  pro = await account('pro');
  const { pages_limit, pages_used } = await me(free);
  const job = await done(pro, { options: { format: ['text'] } });
  const found: Record<string, Reply> = {
    'not a PDF': await submit(pro, { file: Buffer.from('rubbish') }),
    'unreadable PDF': await submit(pro, { file: Buffer.from('%PDF-1.7 rubbish') }),
    'bad options': await submit(pro, { options: { format: ['docx'] } }),
    'bad page': await request('/jobs?page=0', { caller: pro }),
    'bad name': await postKey(pro, { name: '' }),
    'bad JSON': await postKey(pro, '{'),
    'no credentials': await request('/jobs'),
    'too many pages': await submit(free, { file: makeBlankDocument(pages_limit - pages_used + 1) }),
    'no keys on the plan': await postKey(free, { name: 'x' }),
    'no such job': await request(`/jobs/${randomUUID()}`, { caller: pro }),
    'no such key': await revokeKey(pro, randomUUID()),
    'no such path': await request('/nowhere', { caller: pro }),
    'no such method': await request('/health', { method: 'PUT', caller: pro }),
    'no such format': await download(pro, job.id, 'docx'),
    'format not produced': await download(pro, job.id, 'html'),
    'large file': await submit(free, {
      file: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(26_214_400)]),
    }),
  };
  await whileSlowJobsRun(free, 2, async ([slow]) => {
    found['too many jobs'] = await submit(free);
    found['job not done'] = await download(free, slow?.id ?? '', 'text');
  });
  for (const [name, answer] of Object.entries(found)) refusals.set(name, answer);
  const fresh = await accepted(pro);
  successes.push(
    await request('/health'),
    await request('/jobs', { caller: pro }),
    await submit(pro),
    await download(pro, job.id, 'text'),
    await remove(pro, fresh.id),
  );
});

const bodies = () => [...refusals].map(([name, answer]) => [name, answer.json as ErrorBody, answer] as const);

describe('every error', () => {
  it('Error responses always contain detail [S-113]', async () => {
    for (const [name, body] of bodies()) expect(body?.detail, name).toBeTruthy();
  });
  it('The body of an error is detail, code and request_id [O-006]', async () => {
    for (const [name, body, { text, headers }] of bodies()) {
      expect(headers.get('content-type'), name).toMatch(/^application\/json/);
      const { detail: _, errors: __, ...rest } = body;
      expect(rest, `${name}: ${text}`).toEqual({
        code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
        request_id: headers.get('x-request-id'),
      });
    }
  });
  it('detail is a string everywhere except in 402 [O-007]', async () => {
    for (const [name, body, { status }] of bodies()) {
      expect(typeof body.detail, name).toBe(status === 402 ? 'object' : 'string');
    }
  });
  it('Bad input is 400, never 422 (none of them) [O-009]', async () => {
    expect(bodies().filter(([, , { status }]) => status === 422)).toEqual([]);
  });
  it('POST /jobs fails with 400, 402, 403, 413 or 429 (400, 402, 413 and 429) [S-068]', async () => {
    const wanted = {
      'not a PDF': 400,
      'bad options': 400,
      'too many pages': 402,
      'large file': 413,
      'too many jobs': 429,
    };
    const got = Object.keys(wanted).map((name) => [name, refusals.get(name)?.status]);
    expect(Object.fromEntries(got)).toEqual(wanted);
  });
  it('400: invalid input, explained in detail (in every kind of input) [S-106]', async () => {
    for (const name of [
      'not a PDF',
      'unreadable PDF',
      'bad options',
      'bad page',
      'bad name',
      'bad JSON',
      'no such format',
    ]) {
      expect(refusals.get(name)?.status, name).toBe(400);
    }
  });
  it('403: not available on the plan (API keys on the free plan) [S-109]', async () => {
    expect(refusals.get('no keys on the plan')?.status).toBe(403);
  });
  it('Each code is of the closed list, with a page in the reference [O-010]', async () => {
    const reference = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
    const pages = [...reference.matchAll(/^## (\w+)\n\n\*\*(\d+)\*\* · .+\n\n\*What to do:\* .+/gm)];
    const listed = new Map(pages.map(([, code = '', status]) => [code, Number(status)]));
    for (const [name, { code }, { status }] of bodies())
      expect(listed.get(code), `${name}: ${code}`).toBe(status);
  });
  it('Every response carries X-Request-Id (errors and successes, each its own) [O-012]', async () => {
    const ids = [...refusals.values(), ...successes].map(({ headers }) => headers.get('x-request-id'));
    expect(ids.filter((id) => !id)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
