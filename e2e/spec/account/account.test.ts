/** GET /auth/me: the account and its plan. */

import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context, type Tier } from '@octavo/testkit/service-under-test/context.ts';
import {
  accountFields,
  fieldsOf,
  timestampPattern,
} from '@octavo/testkit/service-under-test/exact-fields.ts';
import { accepted, remove } from '@octavo/testkit/service-under-test/jobs.ts';
import { type AccountBody, me } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const tiers: readonly Tier[] = ['free', 'pro', 'business'];
const accounts = new Map<Tier, Account>();
const bodies = new Map<Tier, AccountBody>();

beforeAll(async () => {
  for (const tier of tiers) {
    const one = await account(tier);
    accounts.set(tier, one);
    bodies.set(tier, await me(one));
  }
});

const body = (tier: Tier): AccountBody => bodies.get(tier) as AccountBody;

describe('GET /auth/me, 200', () => {
  it('id is the internal identifier of the user [S-032]', async () => {
    const pro = accounts.get('pro') as Account;
    const job = await accepted(pro);
    await remove(pro, job.id);
    expect(body('pro').id).toBe(job.user_id);
    expect(new Set(tiers.map((tier) => body(tier).id)).size).toBe(3);
  });
  it('email is the address of the account [S-033]', async () => {
    for (const tier of tiers) {
      expect(body(tier).email).toMatch(/^[^@\s]+@[^@\s]+$/);
      expect(body(tier).email).toBe(accounts.get(tier)?.email ?? body(tier).email);
    }
  });
  it('tier is free, pro or business [S-034]', async () =>
    expect(tiers.map((tier) => body(tier).tier)).toEqual(tiers));
  it('pages_used counts the pages of the current month (an integer from 0 to the limit) [S-035]', async () => {
    for (const tier of tiers) {
      const { pages_used, pages_limit } = body(tier);
      expect(Number.isInteger(pages_used) && pages_used >= 0 && pages_used <= pages_limit).toBe(true);
    }
  });
  it('pages_limit is the monthly allowance [S-036]', async () => {
    for (const tier of tiers) expect(Number.isInteger(body(tier).pages_limit)).toBe(true);
  });
  it('Use is limited by plan tier [S-010]', async () => {
    const [free, pro, business] = tiers.map((tier) => body(tier).pages_limit) as [number, number, number];
    expect(free).toBeLessThan(pro);
    expect(pro).toBeLessThan(business);
  });
  it('Pages per month: free 1,000 [O-062]', async () => expect(body('free').pages_limit).toBe(1_000));
  it('Pages per month: pro 20,000 [O-063]', async () => expect(body('pro').pages_limit).toBe(20_000));
  it('Pages per month: business 200,000 [O-064]', async () =>
    expect(body('business').pages_limit).toBe(200_000));
  it('created_at is an ISO 8601 UTC timestamp of the creation of the account [S-037]', async () => {
    for (const tier of tiers) expect(body(tier).created_at).toMatch(timestampPattern);
  });
  it('There is no field for a billing status [S-038 O-003]', async () => {
    for (const tier of tiers) expect(fieldsOf(body(tier))).toEqual(accountFields);
  });
  it('GET /auth/me answers the Account object [S-080 S-103 O-139]', async () => {
    const answer = await request('/auth/me', { caller: accounts.get('free') as Account });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id: body('free').id, tier: 'free' });
  });
  it('The paths carry no version segment [S-127]', async () => {
    for (const version of ['v1', 'v2', 'api']) {
      const answer = await fetch(new URL(`/${version}/health`, context.baseUrl));
      expect(answer.status).toBe(404);
    }
    expect((await request('/health')).status).toBe(200);
  });
});
