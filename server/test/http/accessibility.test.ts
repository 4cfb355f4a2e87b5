/** `GET /jobs/{id}/accessibility` by status, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessibilityReport } from '../../src/domain/accessibility.ts';
import type { Format } from '../../src/domain/formats.ts';
import { admitted, claimed, sampleJob, sampleOutput, sampleReport } from '../contracts/samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

let store: ReturnType<typeof memoryStore>;
let app: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  store = memoryStore();
  app = await testApp({ store });
});

async function accountOf(subject: string): Promise<string> {
  const person = { issuer: 'https://id.test', subject, email: '' };
  return (await store.accounts.findOrCreate(person, new Date())).id;
}

async function doneJob(format: Format = 'tagged-pdf', accessibility?: AccessibilityReport): Promise<string> {
  const job = sampleJob(await accountOf('alice'));
  const claim = await claimed(store, job);
  const outputs = [{ ...sampleOutput(job, claim), format }];
  await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [], accessibility }, new Date());
  return job.id;
}

const get = async (id: string, user: string | null = 'alice') => {
  const headers = user ? { authorization: `Bearer ${user}` } : {};
  const answer = await app.inject({ url: `/jobs/${id}/accessibility`, headers });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
};

describe('GET /jobs/{id}/accessibility', () => {
  it('200: both checks with their places, what was written and what is left to do', async () => {
    const { status, body } = await get(await doneJob('tagged-pdf', sampleReport));
    expect([status, body]).toEqual([200, sampleReport]);
  });

  it('401: without credentials', async () => {
    expect(await get(await doneJob('tagged-pdf', sampleReport), null)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
  });

  it('404: foreign, deleted and unknown jobs, with the same message', async () => {
    const id = await doneJob('tagged-pdf', sampleReport);
    const deleted = await doneJob('tagged-pdf', sampleReport);
    await store.jobs.beginDelete(await accountOf('alice'), deleted, new Date());
    const answers = [await get(id, 'bob'), await get(deleted), await get('nonsense')];
    for (const { status, body } of answers) {
      expect([status, body['code'], body['detail']]).toEqual([
        404,
        'job_not_found',
        answers[0]?.body['detail'],
      ]);
    }
  });

  it('404: jobs without a tagged PDF, and those of earlier versions, with the way to get a report', async () => {
    const other = await get(await doneJob('markdown'));
    const earlier = await get(await doneJob('tagged-pdf'));
    for (const { status, body } of [other, earlier]) {
      expect([status, body['code']]).toEqual([404, 'format_not_produced']);
      expect(body['detail']).toContain('with source_job_id and the format tagged-pdf');
    }
    expect(earlier.body['detail']).toContain('earlier versions');
  });

  it('404: a job that is deleted while it is read', async () => {
    const id = await doneJob('tagged-pdf', sampleReport);
    const accountId = await accountOf('alice');
    const { accessibility } = store.jobs;
    Object.assign(store.jobs, {
      accessibility: async (...place: Parameters<typeof accessibility>) => {
        await store.jobs.beginDelete(accountId, id, new Date());
        return accessibility(...place);
      },
    });
    expect(await get(id)).toMatchObject({ status: 404, body: { code: 'job_not_found' } });
  });

  it('409: while the job is not done, and when it failed', async () => {
    const accountId = await accountOf('alice');
    const pending = await admitted(store, sampleJob(accountId));
    expect(await get(pending)).toMatchObject({ status: 409, body: { code: 'job_not_done' } });
    const claim = await claimed(store, sampleJob(accountId));
    await store.jobs.fail(claim, 'The document is damaged.', new Date());
    expect(await get(claim.jobId)).toMatchObject({ status: 409, body: { code: 'job_failed' } });
  });
});
