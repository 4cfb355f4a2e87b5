/** Filtering jobs by status, time and name, and what a list says about each. */

import { makeBrokenDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount } from '@octavo/testkit/service-under-test/accounts.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, finished, listJobs } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { untilProcessing, whileSlowJobRuns } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { describe, expect, it } from 'vitest';

describe('GET /jobs with a filter', () => {
  it('finds by status, with the true total, while jobs change', async () => {
    const caller = await freshAccount('pro');
    const finished = [await done(caller), await done(caller)];
    const found = async (query: string) => {
      const { items, total } = await listJobs(caller, `?${query}`);
      return { ids: items.map(({ id }) => id), total };
    };
    const newestFirst = finished.map(({ id }) => id).toReversed();
    await whileSlowJobRuns(caller, async (slow) => {
      await untilProcessing(caller, slow);
      expect(await found('status=processing')).toEqual({ ids: [slow.id], total: 1 });
      expect(await found('status=done')).toEqual({ ids: newestFirst, total: 2 });
      expect(await found('status=done,processing')).toEqual({ ids: [slow.id, ...newestFirst], total: 3 });
      expect(await found('status=done&page_size=1&page=2')).toEqual({ ids: newestFirst.slice(1), total: 2 });
      expect(await found('status=failed,pending')).toEqual({ ids: [], total: 0 });
    });
    expect(await found('status=processing')).toEqual({ ids: [], total: 0 });
  });

  it('finds by time of creation, strictly between the two', async () => {
    const caller = await freshAccount('pro');
    const [first, second, third] = [await done(caller), await done(caller), await done(caller)];
    const ids = async (query: string) => (await listJobs(caller, `?${query}`)).items.map(({ id }) => id);
    const between = `created_after=${first.created_at}&created_before=${third.created_at}`;
    expect(await ids(between)).toEqual([second.id]);
    expect(await ids(`${between}&status=failed`)).toEqual([]);
    expect(await ids(`created_after=${second.created_at}&status=done`)).toEqual([third.id]);
    expect((await listJobs(caller, `?created_before=${third.created_at}&page_size=1`)).total).toBe(2);
  });

  it('finds by a part of the file name, only in the own account', async () => {
    const [caller, other] = [await freshAccount('pro'), await freshAccount('pro')];
    const first = await done(caller, { fileName: 'Rechnung Übersicht 100%_a.pdf' });
    await done(caller, { fileName: 'plan.pdf' });
    const ids = async (name: string, query = '', account = caller) => {
      const list = await listJobs(account, `?name=${encodeURIComponent(name)}${query}`);
      expect(list).toMatchObject({ partial: false, total: list.items.length });
      return list.items.map(({ id }) => id);
    };
    expect(await ids('rechnung')).toEqual([first.id]);
    expect(await ids('%_A.PDF')).toEqual([first.id]);
    expect(await ids('rechnung', '&status=failed')).toEqual([]);
    expect(await ids('rechnung', '', other)).toEqual([]);
    expect(await ids('.pdf')).toHaveLength(2);
  });

  it('says why a job failed and where jobs came from', async () => {
    const caller = await freshAccount('pro');
    await done(caller, { fileName: 'good.pdf' });
    await finished(caller, { file: makeBrokenDocument(), fileName: 'bad.pdf' });
    const { items } = await listJobs(caller, '?include=error,origin');
    const source = { source: 'form', source_host: null };
    expect(items).toMatchObject([
      { error_code: 'pdf_unreadable', origin: source },
      { error_code: null, origin: source },
    ]);
  });

  it('refuses what it does not know, and says what it does', async () => {
    const caller = await freshAccount('pro');
    const answer = await request('/jobs?status=finished', { caller });
    expect(expectError(answer, 400, 'invalid_request').detail).toContain('pending, processing, done, failed');
    expectFaultAt(answer, 'query.status');
    expectFaultAt(await request('/jobs?created_after=yesterday', { caller }), 'query.created_after');
  });
});
