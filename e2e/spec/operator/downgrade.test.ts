/** What changes with the tier: programmatic access goes with a downgrade and comes back with an upgrade. */
import { Buffer } from 'node:buffer';
import { multipart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { type FreshAccount, freshAccount, setTier } from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, listKeys, me, type NewApiKey } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { upload } from '@octavo/testkit/service-under-test/upload.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { knockEverywhere } from '../endpoints.ts';

let owner: FreshAccount;
let key: NewApiKey;

beforeAll(async () => {
  owner = await freshAccount('pro');
  key = await createKey(owner);
  await setTier(owner.email, 'free');
});

describe('an account that is free again', () => {
  it('Free: any request made with an API key is 403 plan_required [O-047 O-068]', async () => {
    const statuses = await knockEverywhere({ key: key.raw_key });
    expect(new Set(statuses)).toEqual(new Set([403]));
    expectError(await request('/auth/me', { caller: { key: key.raw_key } }), 403, 'plan_required');
  });

  it('Programmatic access is available on Pro and Business (not on Free) [S-012]', async () => {
    expectError(await request('/jobs', { caller: { key: key.raw_key } }), 403, 'plan_required');
    expect((await request('/jobs', { caller: owner })).status).toBe(200);
  });

  it('POST /jobs fails with 400, 402, 403, 413 or 429 (403) [S-068 S-109]', async () => {
    expectError(await submit({ key: key.raw_key }), 403, 'plan_required');
  });

  it('403 comes before 413 by header [O-054]', async () => {
    const body = multipart([pdfPart(Buffer.alloc(31_457_280))]);
    const answer = await upload({ caller: { key: key.raw_key }, body, holdAfterBytes: 0, timeoutMs: 20_000 });
    expectError(answer, 403, 'plan_required');
  });

  it('Keys of a downgraded account stay listed, and work again after an upgrade [O-048]', async () => {
    expect(await listKeys(owner)).toMatchObject([{ id: key.id, is_active: true }]);
    await setTier(owner.email, 'business');
    for (const node of nodes) {
      expect((await request('/auth/me', { caller: { key: key.raw_key }, node })).status).toBe(200);
    }
    expect(await me(owner)).toMatchObject({ tier: 'business', pages_limit: 200_000 });
    await setTier(owner.email, 'free');
    expect((await request('/auth/me', { caller: { key: key.raw_key } })).status).toBe(403);
  });
});
