/** `/usage`, `/jobs/{id}/ledger` and `/plans` by status, on fakes. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPlans } from '../../src/domain/plan.ts';
import { claimed, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const now = new Date('2026-11-05T08:00:00.000Z');

let store: ReturnType<typeof memoryStore>;
let app: FastifyInstance;
let accountId: string;

beforeEach(async () => {
  store = memoryStore();
  const plans = { ...defaultPlans, free: { ...defaultPlans.free, pagesPerMonth: 10 } };
  app = await testApp({ store, plans, clock: { now: () => now } });
  const identity = { issuer: 'https://id.test', subject: 'alice', email: '' };
  accountId = (await store.accounts.findOrCreate(identity, now)).id;
});

const as = async (user: string, url: string) => {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${user}` } });
  return { status: answer.statusCode, body: answer.json() };
};

async function charged(pages: number, pageCount: number): Promise<string> {
  const job = sampleJob(accountId, { pages, createdAt: now });
  const claim = await claimed(store, job);
  const { id } = claim;
  await store.jobs.complete(claim, { pageCount, warnings: [], outputs: [sampleOutput(job, claim)] }, now);
  return id;
}

describe('GET /usage', () => {
  it('200: every day of the month so far, with the remaining pages', async () => {
    await charged(4, 3);
    await claimed(store, sampleJob(accountId, { pages: 2, createdAt: now }));
    const day = (date: string, pages = 0, jobs = 0) => ({ date, pages, jobs });
    expect(await as('alice', '/usage')).toEqual({
      status: 200,
      body: {
        from: '2026-11-01',
        to: '2026-11-05',
        pages: 3,
        jobs: 1,
        days: [
          day('2026-11-01'),
          day('2026-11-02'),
          day('2026-11-03'),
          day('2026-11-04'),
          day('2026-11-05', 3, 1),
        ],
        keys: [{ api_key_id: null, name: null, key_prefix: null, pages: 3, jobs: 1 }],
        month: {
          pages_used: 5,
          pages_reserved: 2,
          pages_limit: 10,
          pages_remaining: 5,
          resets_at: '2026-12-01T00:00:00.000Z',
        },
      },
    });
  });

  it('200: nothing of other accounts', async () => {
    await charged(4, 3);
    expect((await as('mallory', '/usage')).body).toMatchObject({ pages: 0, jobs: 0, keys: [] });
  });

  it.each([
    ['from=2026-11-31', 'from'],
    ['from=yesterday', 'from'],
    ['to=0000-01-01', 'to'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['from=2025-11-01&to=2026-11-02', 'from'],
    ['from=2026-11-06', 'from'],
    ['from=2026-11-01&from=2026-11-02', 'from'],
  ])('400: ?%s', async (query, place) => {
    const { status, body } = await as('alice', `/usage?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors[0].loc).toEqual(['query', place]);
  });

  it('401: without credentials', async () => {
    expect((await app.inject('/usage')).statusCode).toBe(401);
  });
});

describe('GET /jobs/{id}/ledger', () => {
  it('200: every movement and the sums', async () => {
    const id = await charged(4, 3);
    const movement = (kind: string, pages: number) => ({
      kind,
      pages,
      month: '2026-11',
      at: now.toISOString(),
    });
    expect((await as('alice', `/jobs/${id}/ledger`)).body).toEqual({
      job_id: id,
      movements: [movement('reserve', 4), movement('charge', 3), movement('release', 1)],
      pages_charged: 3,
      pages_reserved: 0,
    });
  });

  it('200: a reservation without a charge', async () => {
    const { id } = await claimed(store, sampleJob(accountId, { pages: 2, createdAt: now }));
    const { body } = await as('alice', `/jobs/${id}/ledger`);
    expect(body).toMatchObject({ pages_charged: 0, pages_reserved: 2 });
  });

  it('404: the same for foreign, unknown, malformed and deleted jobs', async () => {
    const [id, deleted] = [await charged(1, 1), await charged(1, 1)];
    await store.jobs.beginDelete(accountId, deleted, now);
    const answers = [
      await as('mallory', `/jobs/${id}/ledger`),
      await as('alice', `/jobs/${deleted}/ledger`),
      await as('alice', `/jobs/${randomUUID()}/ledger`),
      await as('alice', '/jobs/nonsense/ledger'),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([404, 'job_not_found']),
    );
  });
});

describe('GET /plans', () => {
  it('200: the plans with overrides of the operator, and the plan of the caller', async () => {
    const { body } = await as('alice', '/plans');
    expect(body.current).toBe('free');
    expect(body.plans).toHaveLength(3);
    expect(body.plans[0]).toEqual({
      tier: 'free',
      pages_per_month: 10,
      file_bytes_max: 26_214_400,
      active_jobs_max: 2,
      api_keys_max: 0,
      programmatic_access: false,
      ocr_pages_max: null,
    });
    expect(body.plans[2]).toMatchObject({ tier: 'business', file_bytes_max: null });
  });

  it('401: without credentials', async () => {
    expect((await app.inject('/plans')).statusCode).toBe(401);
  });
});
