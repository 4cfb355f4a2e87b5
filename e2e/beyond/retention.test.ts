/** Jobs expire on time, with all their files, and never half-way. */
import { setTimeout as delay } from 'node:timers/promises';
import { pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, setWorkers, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { objectNames } from '@octavo/testkit/service-under-test/bucket.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  type Job,
  pollUntil,
  readJob,
  submitParts,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { type Caller, request } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const expires = (at: string) => ({ name: 'expires_at', content: at });

const patch = (caller: Caller, path: string, body: unknown) =>
  request(path, {
    method: 'PATCH',
    caller,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function expiryOf(caller: Caller, id: string): Promise<string | null> {
  const { json } = await request(`/jobs/${id}?include=retention`, { caller });
  return (json as { retention: { expires_at: string | null } }).retention.expires_at;
}

/** Until the job is unknown; the deadline is part of the guarantee. */
async function untilGone(caller: Caller, id: string, timeoutMs = 30_000): Promise<void> {
  const began = performance.now();
  while ((await request(`/jobs/${id}`, { caller })).status !== 404) {
    if (performance.now() - began > timeoutMs) throw new Error(`job ${id} is still there`);
    await delay(200);
  }
}

async function objectsOf(id: string): Promise<readonly string[]> {
  if (!context.stack) return [];
  return [...(await objectNames(context.stack))].filter((name) => name.includes(id));
}

describe('expires_at', () => {
  it('takes the job, its files and its signed URLs away, and gives no pages back', async () => {
    const caller = await freshAccount('pro');
    const job = await done(caller, { file: makeDocument({ pages: 2 }) });
    const url = job.download_urls['markdown'] ?? '';
    expect((await fetch(url)).status).toBe(200);
    const changed = await patch(caller, `/jobs/${job.id}`, { expires_at: inSeconds(2) });
    expect([changed.status, (await readJob(caller, job.id)).status]).toEqual([200, 'done']);
    await untilGone(caller, job.id);
    for (const path of ['', '/source', '/download/markdown', '/ledger']) {
      expectError(await request(`/jobs/${job.id}${path}`, { caller }), 404, 'job_not_found');
    }
    await expect.poll(async () => (await fetch(url)).status, { timeout: 10_000 }).toBe(404);
    await expect.poll(() => objectsOf(job.id), { timeout: 10_000 }).toEqual([]);
    expect((await me(caller)).pages_used).toBe(2);
  });

  it('waits for the end of a job that is not finished in time', async () => {
    const caller = await freshAccount('pro');
    await setWorkers(0);
    let job: Job;
    try {
      const answer = await submitParts(caller, [pdfPart(makeDocument()), expires(inSeconds(1))]);
      job = answer.json as Job;
      await delay(1_500);
      expect((await readJob(caller, job.id)).status).toBe('pending');
    } finally {
      await setWorkers(2);
    }
    await untilGone(caller, job.id, 60_000);
    expect((await me(caller)).pages_used).toBe(1);
  });

  it('can be set at submit, moved, and taken back', async () => {
    const caller = await account('pro');
    const answer = await submitParts(caller, [pdfPart(makeDocument()), expires('2999-01-01T00:00:00+01:00')]);
    const { id } = answer.json as Job;
    expect(await expiryOf(caller, id)).toBe('2998-12-31T23:00:00.000Z');
    const moved = await patch(caller, `/jobs/${id}`, { expires_at: '2999-02-01T00:00:00Z' });
    expect(moved.json).toEqual({ id, expires_at: '2999-02-01T00:00:00.000Z' });
    await patch(caller, `/jobs/${id}`, { expires_at: null });
    expect(await expiryOf(caller, id)).toBeNull();
    expectError(await patch(await stranger(), `/jobs/${id}`, { expires_at: null }), 404, 'job_not_found');
  });

  it('must be a moment in the future', async () => {
    const caller = await account('pro');
    for (const at of ['2020-01-01T00:00:00Z', 'tomorrow', '2999-01-01', '2999-01-01T00:00:00']) {
      expectFaultAt(await submitParts(caller, [pdfPart(makeDocument()), expires(at)]), 'expires_at', at);
    }
    const { id } = await accepted(caller);
    expectFaultAt(
      await patch(caller, `/jobs/${id}`, { expires_at: '2020-01-01T00:00:00Z' }),
      'body.expires_at',
    );
  });
});

describe('retention_days', () => {
  it('applies to jobs accepted afterwards', async () => {
    const caller = await freshAccount('pro');
    const before = await accepted(caller);
    expect((await request('/account/settings', { caller })).json).toEqual({ retention_days: null });
    const changed = await patch(caller, '/account/settings', { retention_days: 30 });
    expect([changed.status, changed.json]).toEqual([200, { retention_days: 30 }]);
    const after = await accepted(caller);
    expect(await expiryOf(caller, before.id)).toBeNull();
    const lifeMs = Date.parse((await expiryOf(caller, after.id)) ?? '') - Date.parse(after.created_at);
    // The database counts from the moment it stores the job.
    expect(lifeMs - 30 * 86_400_000).toBeGreaterThanOrEqual(0);
    expect(lifeMs - 30 * 86_400_000).toBeLessThan(10_000);
    await pollUntil(caller, after.id, ({ status }) => status === 'done');
    expectFaultAt(await patch(caller, '/account/settings', { retention_days: 0 }), 'body.retention_days');
  });
});
