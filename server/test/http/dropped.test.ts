/** `GET /jobs/{id}/dropped` by status, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DroppedContent } from '../../src/domain/dropped.ts';
import { admitted, claimed, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const dropped: DroppedContent = {
  count: 1_200,
  items: [{ page: 2, box: [72, 647.3, 306.048, 661.172], reason: 'hidden-text', kind: 'text' }],
};

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

async function doneJob(): Promise<string> {
  const job = sampleJob(await accountOf('alice'));
  const claim = await claimed(store, job);
  const { id } = claim;
  const outputs = [sampleOutput(job, claim)];
  await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [], dropped }, new Date());
  return id;
}

const get = async (id: string, user: string | null = 'alice') => {
  const headers = user ? { authorization: `Bearer ${user}` } : {};
  const answer = await app.inject({ url: `/jobs/${id}/dropped`, headers });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
};

describe('GET /jobs/{id}/dropped', () => {
  it('200: page, box, reason and kind of each item, and the total count', async () => {
    const { status, body } = await get(await doneJob());
    const item = {
      page: 2,
      bounding_box: [72, 647.3, 306.048, 661.172],
      reason: 'hidden-text',
      kind: 'text',
    };
    expect([status, body]).toEqual([200, { items: [item], total: 1_200 }]);
  });

  it('401: without credentials', async () => {
    expect(await get(await doneJob(), null)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
  });

  it('404: foreign, deleted and unknown jobs, with the same message', async () => {
    const id = await doneJob();
    const deleted = await doneJob();
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

  it('409: while the job is not done, and when it failed', async () => {
    const accountId = await accountOf('alice');
    const pending = await admitted(store, sampleJob(accountId));
    expect(await get(pending)).toMatchObject({ status: 409, body: { code: 'job_not_done' } });
    const claim = await claimed(store, sampleJob(accountId));
    const { id } = claim;
    await store.jobs.fail(claim, 'The document is damaged.', new Date());
    expect(await get(id)).toMatchObject({ status: 409, body: { code: 'job_failed' } });
  });
});
