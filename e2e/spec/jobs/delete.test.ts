/** DELETE /jobs/{id}: in every state, with every file, at once and for good. */

import { makeBrokenDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  download,
  finished,
  formats,
  isTerminal,
  listJobs,
  pollUntil,
  remove,
  submit,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import {
  slowSubmission,
  untilProcessing,
  whileSlowJobsRun,
} from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
const made: string[] = [];

beforeAll(async () => {
  pro = await account('pro');
});

afterEach(async () => {
  for (const id of made.splice(0)) await remove(pro, id);
});

async function expectGone(id: string): Promise<void> {
  expectError(await request(`/jobs/${id}`, { caller: pro }), 404, 'job_not_found');
  expectError(await download(pro, id, 'markdown'), 404, 'job_not_found');
  expectError(await remove(pro, id), 404, 'job_not_found');
  expect((await listJobs(pro, '?page_size=100')).items.map((item) => item.id)).not.toContain(id);
}

async function expectDeleted(id: string): Promise<void> {
  const answer = await remove(pro, id);
  expect({ status: answer.status, body: answer.text }).toEqual({ status: 204, body: '' });
  await expectGone(id);
}

describe('DELETE /jobs/{id}, 204', () => {
  it('DELETE /jobs/{id} answers 204 without a body [S-076 S-105]', async () =>
    expectDeleted((await done(pro)).id));

  it('Jobs and their files can be deleted at any time (just submitted) [S-008 S-054 O-089]', async () =>
    expectDeleted((await accepted(pro, slowSubmission())).id));

  it('Jobs and their files can be deleted at any time (processing) [S-008 S-054 O-089]', async () => {
    const job = await accepted(pro, slowSubmission());
    made.push(job.id);
    await untilProcessing(pro, job);
    await expectDeleted(job.id);
  });

  it('Jobs and their files can be deleted at any time (done) [S-008 S-054 O-089]', async () =>
    expectDeleted((await done(pro)).id));

  it('Jobs and their files can be deleted at any time (failed) [S-008 S-054 O-089]', async () => {
    const job = await finished(pro, { file: makeBrokenDocument() });
    expect(job.status).toBe('failed');
    await expectDeleted(job.id);
  });

  it('DELETE removes all files of the job immediately [S-055]', async () => {
    const job = await done(pro, { options: { format: [...formats] } });
    const urls = Object.values(job.download_urls);
    expect(urls).toHaveLength(formats.length);
    const before = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(new Set(before)).toEqual(new Set([200]));
    expect((await remove(pro, job.id)).status).toBe(204);
    const after = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(after.filter((status) => status !== 404 && status !== 403)).toEqual([]);
  });

  it('DELETE stops a running conversion and frees its slot (the place of a deleted job is free at once) [O-090]', async () => {
    const free = await account('free');
    await whileSlowJobsRun(free, 2, async ([first]) => {
      expectError(await submit(free, slowSubmission()), 429, 'concurrent_job_limit');
      if (first === undefined) throw new Error('no job');
      await untilProcessing(free, first);
      expect((await remove(free, first.id)).status).toBe(204);
      const next = await accepted(free, slowSubmission());
      expect((await remove(free, next.id)).status).toBe(204);
    });
  });

  it('DELETE stops a running conversion and frees its slot (the worker takes the next job long before the deleted one would have ended) [O-090]', async () => {
    const slow = [await accepted(pro, slowSubmission()), await accepted(pro, slowSubmission())];
    made.push(...slow.map(({ id }) => id));
    await untilProcessing(pro, slow[0] ?? (await accepted(pro)));
    for (const { id } of slow) expect((await remove(pro, id)).status).toBe(204);
    const quick = await accepted(pro);
    await pollUntil(pro, quick.id, isTerminal, 15_000);
  });

  it('Nothing of a deleted job comes back [O-091]', async () => {
    const job = await accepted(pro, slowSubmission());
    made.push(job.id);
    await untilProcessing(pro, job);
    const { total } = await listJobs(pro);
    expect((await remove(pro, job.id)).status).toBe(204);
    // A later job passes through the same worker: whatever the deleted one left behind had its chance by then.
    await done(pro);
    await expectGone(job.id);
    expect((await listJobs(pro)).total).toBe(total);
  });
});
