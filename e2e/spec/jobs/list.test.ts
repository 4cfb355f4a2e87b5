/** GET /jobs: pages, order, total, and the values that are refused. */

import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { fieldsOf, jobFields } from '@octavo/testkit/service-under-test/exact-fields.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  isTerminal,
  type Job,
  listJobs,
  pollUntil,
  remove,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** One more than a default page holds. */
const submitted = 21;

let owner: Account;
let jobs: Job[];

beforeAll(async () => {
  owner = await account('business');
  jobs = [];
  for (let made = 0; made < submitted; made += 1) {
    // The plan allows 20 at once; the oldest must be through before the last is sent.
    const oldest = jobs[made - 15];
    if (oldest !== undefined) await pollUntil(owner, oldest.id, isTerminal);
    jobs.push(await accepted(owner, { options: { format: ['text'] } }));
  }
});

const list = (query: string) => request(`/jobs${query}`, { caller: owner });

describe('GET /jobs, 200', () => {
  it('GET /jobs begins with page 1, which is also the default [S-069]', async () => {
    const [first, same, second] = [
      await listJobs(owner),
      await listJobs(owner, '?page=1'),
      await listJobs(owner, '?page=2'),
    ];
    expect(first.page).toBe(1);
    expect(same.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
    const firstIds = first.items.map(({ id }) => id);
    expect(second.items.length).toBeGreaterThan(0);
    expect(second.items.filter(({ id }) => firstIds.includes(id))).toEqual([]);
  });
  it('GET /jobs gives 20 jobs per page by default [S-070 S-124]', async () => {
    const { items, page_size } = await listJobs(owner);
    expect({ length: items.length, page_size }).toEqual({ length: 20, page_size: 20 });
  });
  it('GET /jobs gives at most 100 jobs per page (limit − 1 and limit) [S-071 S-124]', async () => {
    for (const size of [99, 100]) {
      const { items, page_size } = await listJobs(owner, `?page_size=${size}`);
      expect(page_size).toBe(size);
      expect(items.length).toBeGreaterThanOrEqual(submitted);
    }
  });
  it('GET /jobs lists the most recent job first [S-072]', async () => {
    const newest = jobs.toReversed().map(({ id }) => id);
    const { items } = await listJobs(owner, '?page_size=100');
    expect(items.map(({ id }) => id).slice(0, submitted)).toEqual(newest);
    const times = items.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
  it('GET /jobs gives the total number of jobs [S-073]', async () => {
    const { total } = await listJobs(owner, '?page_size=1');
    expect(total).toBeGreaterThanOrEqual(submitted);
    const extra = await accepted(owner);
    expect((await listJobs(owner)).total).toBe(total + 1);
    await remove(owner, extra.id);
    expect((await listJobs(owner)).total).toBe(total);
  });
  it('GET /jobs gives page and page_size as integers [S-074]', async () => {
    const answer = await list('?page=3&page_size=7');
    expect(fieldsOf(answer.json)).toEqual(['items', 'page', 'page_size', 'total']);
    expect(answer.json).toMatchObject({ page: 3, page_size: 7 });
  });
  it('Completion is learned by polling GET /jobs/{id} (the list tells the same status as the job) [S-102]', async () => {
    const [first] = jobs;
    const read = await pollUntil(owner, first?.id ?? '', isTerminal);
    const { items } = await listJobs(owner, '?page_size=100');
    expect(items.find(({ id }) => id === first?.id)?.status).toBe(read.status);
  });
  it('A Job holds exactly the fields of the specification (in the list) [O-002]', async () => {
    const { items } = await listJobs(owner);
    for (const item of items) expect(fieldsOf(item)).toEqual(jobFields);
  });
  it('A page past the end: 200, empty items, true total [O-038]', async () => {
    const { total } = await listJobs(owner);
    const past = await listJobs(owner, '?page=100000');
    expect(past).toEqual({ items: [], total, page: 100_000, page_size: 20 });
  });
});

describe('GET /jobs, 400', () => {
  it('GET /jobs gives at most 100 jobs per page (limit + 1) [S-071 S-124 O-035]', async () => {
    for (const size of [101, 1_000]) expectFaultAt(await list(`?page_size=${size}`), 'query.page_size');
  });
  it('page_size above 100: 400 (and below 1) [O-035]', async () => {
    for (const size of [0, -1]) expectFaultAt(await list(`?page_size=${size}`), 'query.page_size');
  });
  it('page below 1: 400 [O-036]', async () => {
    for (const page of [0, -1]) expectFaultAt(await list(`?page=${page}`), 'query.page');
  });
  it('page or page_size that is no integer: 400 [O-037]', async () => {
    for (const value of ['x', '1.5', '', 'null', '1e2']) {
      expectError(await list(`?page=${value}`), 400, 'invalid_request', `page=${value}`);
      expectError(await list(`?page_size=${value}`), 400, 'invalid_request', `page_size=${value}`);
    }
  });
});
