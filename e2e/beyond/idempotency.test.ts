/** `Idempotency-Key` on `POST /jobs`: a repetition is never a second job and never a second charge. */
import { randomUUID } from 'node:crypto';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes } from '@octavo/testkit/service-under-test/context.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  type Job,
  listJobs,
  remove,
  submit,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { slowSubmission, whileSlowJobsRun } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { describe, expect, it } from 'vitest';
import { loseAnswers } from '../runs/lost-answers.ts';

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('POST /jobs with an Idempotency-Key', () => {
  it('201: the same key, bytes and options answer the same job, and say that it is a repetition', async () => {
    const caller = await account('pro');
    const submission = { file: makeDocument(), options: { format: ['text'] }, ...keyed(randomUUID()) };
    const first = await submit(caller, submission);
    const second = await submit(caller, { ...submission, fileName: 'another-name.pdf' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((second.json as Job).id).toBe((first.json as Job).id);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(Object.keys(second.json as object).toSorted()).toEqual(
      Object.keys(first.json as object).toSorted(),
    );
  });

  it('201: a job that is done by then is answered as it is now', async () => {
    const caller = await account('pro');
    const submission = { file: makeDocument(), ...keyed(randomUUID()) };
    const job = await done(caller, submission);
    const again = await submit(caller, submission);
    expect(again.json).toMatchObject({ id: job.id, status: 'done', page_count: 1 });
  });

  it('201: parallel duplicates on every node make one job', async () => {
    const caller = await account('business');
    const submission = { file: makeDocument(), ...keyed(randomUUID()) };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        submit(caller, { ...submission, node: nodes[index % nodes.length] ?? '' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ json }) => (json as Job).id)).size).toBe(1);
  });

  it('201: a repetition is answered when the job it repeats holds the last slot', async () => {
    const caller = await freshAccount('free');
    await whileSlowJobsRun(caller, 1, async () => {
      const submission = { ...slowSubmission(), ...keyed(randomUUID()) };
      const job = await accepted(caller, submission);
      expectError(await submit(caller, keyed(randomUUID())), 429, 'concurrent_job_limit');
      const again = await submit(caller, submission);
      expect(again.status, again.text).toBe(201);
      expect((again.json as Job).id).toBe(job.id);
      await remove(caller, job.id);
    });
  });

  it('201: keys of different accounts have nothing to do with each other', async () => {
    const submission = { file: makeDocument(), ...keyed(randomUUID()) };
    const mine = await accepted(await account('pro'), submission);
    const theirs = await accepted(await stranger(), submission);
    expect(theirs.id).not.toBe(mine.id);
  });

  it('400: a key that is empty, too long or not plain ASCII', async () => {
    const caller = await account('pro');
    for (const key of ['', 'two words', 'x'.repeat(256)]) {
      expectFaultAt(await submit(caller, keyed(key)), 'header.Idempotency-Key', JSON.stringify(key));
    }
  });

  it('409: the same key with other bytes, other options or another password', async () => {
    const caller = await account('business');
    const first = { file: makeDocument(), options: { format: ['text'] }, ...keyed(randomUUID()) };
    await accepted(caller, first);
    const others = [
      { ...first, file: makeDocument({ title: 'Another' }) },
      { ...first, options: { format: ['markdown'] } },
      { ...first, options: { format: ['text'], password: 'x' } },
    ];
    for (const other of others) expectError(await submit(caller, other), 409, 'idempotency_key_reused');
  });

  it('409: a late repetition does not bring a deleted job back', async () => {
    const caller = await freshAccount('pro');
    const submission = { file: makeDocument(), ...keyed(randomUUID()) };
    const job = await accepted(caller, submission);
    await remove(caller, job.id);
    expectError(await submit(caller, submission), 409, 'idempotency_key_reused');
    expect((await listJobs(caller)).total).toBe(0);
  });

  it('a refused submit leaves the key free', async () => {
    const caller = await account('pro');
    const key = keyed(randomUUID());
    expectError(await submit(caller, { options: { pages: '9' }, ...key }), 400, 'invalid_request');
    await accepted(caller, key);
  });

  it('lost answers, repeated until one is heard, make as many jobs and charges as keys', async () => {
    const { jobs, usage, distinctJobs, dropped } = await loseAnswers(40, 8, 7);
    expect(dropped).toBeGreaterThan(5);
    expect([distinctJobs, jobs.length]).toEqual([40, 40]);
    expect(usage).toMatchObject({ pages_charged: 40, pages_reserved: 0, active_jobs: 0 });
  });
});
