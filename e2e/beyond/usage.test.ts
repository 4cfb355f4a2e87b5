/** Usage by day, by key and by job, and what the plans allow. */
import { randomUUID } from 'node:crypto';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, finished, remove } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { withKey } from '@octavo/testkit/service-under-test/with-key.ts';
import { describe, expect, it } from 'vitest';

type Sum = { readonly pages: number; readonly jobs: number };
type Usage = Sum & {
  readonly from: string;
  readonly to: string;
  readonly days: readonly (Sum & { readonly date: string })[];
  readonly keys: readonly (Sum & {
    readonly api_key_id: string | null;
    readonly key_prefix: string | null;
  })[];
  readonly month: Readonly<Record<string, unknown>>;
};

const usageOf = async (caller: { session: string }, query = '') =>
  (await request(`/usage${query}`, { caller })).json as Usage;

describe('GET /usage', () => {
  it('shows every page charged, on its day and under its key, also after the job was deleted, and none of anybody else', async () => {
    const caller = await freshAccount('pro');
    const kept = await done(caller, { file: makeDocument({ pages: 2 }) });
    await withKey(caller, async ({ raw_key: key, id, key_prefix: prefix }) => {
      await done({ key }, { file: makeDocument({ pages: 3 }) });
      await finished({ key }, { file: makeDocument({ pages: 4 }), options: { pages: '1' } });
      const usage = await usageOf(caller);
      const today = new Date().toISOString().slice(0, 10);
      expect(usage).toMatchObject({ from: `${today.slice(0, 7)}-01`, to: today, pages: 6, jobs: 3 });
      expect(usage.days).toHaveLength(Number(today.slice(8)));
      expect(usage.days.at(-1)).toEqual({ date: today, pages: 6, jobs: 3 });
      expect(usage.keys).toEqual([
        expect.objectContaining({ api_key_id: id, key_prefix: prefix, pages: 4, jobs: 2 }),
        { api_key_id: null, name: null, key_prefix: null, pages: 2, jobs: 1 },
      ]);
      const { pages_used: used, pages_limit: limit } = await me(caller);
      expect(usage.month).toMatchObject({
        pages_used: used,
        pages_reserved: 0,
        pages_limit: limit,
        pages_remaining: limit - used,
      });
      expect(used).toBe(6);
    });
    await remove(caller, kept.id);
    expect((await usageOf(caller)).pages).toBe(6);
    expect((await usageOf(await freshAccount('pro'))).pages).toBe(0);
  });

  it('takes a range of days, both ends counted, and no more than 366', async () => {
    const caller = await account('pro');
    const usage = await usageOf(caller, '?from=2024-01-01&to=2024-12-31');
    expect([usage.days.length, usage.pages]).toEqual([366, 0]);
    expectFaultAt(await request('/usage?from=2024-01-01&to=2025-01-01', { caller }), 'query.from');
    expectFaultAt(await request('/usage?from=2024-02-30', { caller }), 'query.from');
    expectFaultAt(await request('/usage?from=2024-02-02&to=2024-02-01', { caller }), 'query.to');
  });
});

describe('GET /jobs/{id}/ledger', () => {
  it('shows what was reserved, charged and released for a job, to its owner alone', async () => {
    const caller = await account('pro');
    const { id } = await done(caller, { file: makeDocument({ pages: 2 }) });
    const ledger = (await request(`/jobs/${id}/ledger`, { caller })).json;
    expect(ledger).toMatchObject({
      job_id: id,
      movements: [
        { kind: 'reserve', pages: 2, month: new Date().toISOString().slice(0, 7) },
        { kind: 'charge', pages: 2 },
      ],
      pages_charged: 2,
      pages_reserved: 0,
    });
    expectError(await request(`/jobs/${id}/ledger`, { caller: await stranger() }), 404, 'job_not_found');
    expectError(await request(`/jobs/${randomUUID()}/ledger`, { caller }), 404, 'job_not_found');
    await remove(caller, id);
    expectError(await request(`/jobs/${id}/ledger`, { caller }), 404, 'job_not_found');
  });
});

describe('GET /plans', () => {
  it('lists the plans and names the caller’s', async () => {
    const caller = await account('business');
    const { plans, current } = (await request('/plans', { caller })).json as {
      plans: { tier: string; pages_per_month: number; file_bytes_max: number | null }[];
      current: string;
    };
    expect([current, ...plans.map(({ tier }) => tier)]).toEqual(['business', 'free', 'pro', 'business']);
    expect(plans[2]?.pages_per_month).toBe((await me(caller)).pages_limit);
    expect(plans[2]?.file_bytes_max).toBeNull();
  });
});
