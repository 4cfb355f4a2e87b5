/** Active API keys of each plan: limit − 1, limit, limit + 1, one after another and all at once. */

import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Tier } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  activeKeys,
  createKey,
  type NewApiKey,
  postKey,
  revokeKey,
} from '@octavo/testkit/service-under-test/keys.ts';
import type { Caller } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

/** Creates keys until as many are active as asked for, runs the test, and revokes what it created. */
async function besideKeys(
  caller: Caller,
  wanted: number,
  test: (made: NewApiKey[]) => Promise<void>,
): Promise<void> {
  const made: NewApiKey[] = [];
  try {
    for (let active = (await activeKeys(caller)).length; active < wanted; active += 1)
      made.push(await createKey(caller));
    await test(made);
  } finally {
    for (const { id } of made) await revokeKey(caller, id);
  }
}

async function expectLimit(tier: Tier, limit: number): Promise<void> {
  const caller = await account(tier);
  await besideKeys(caller, limit - 1, async (made) => {
    made.push(await createKey(caller, 'the last that fits'));
    const { detail } = expectError(await postKey(caller, { name: 'one more' }), 403, 'api_key_limit_reached');
    expect(detail).toMatch(new RegExp(`\\b${limit}\\b`));
    expect(await activeKeys(caller)).toHaveLength(limit);
  });
}

describe('active API keys', () => {
  it('Free: POST /api-keys is 403 plan_required (free: 0) [O-046 O-067]', async () => {
    const free = await account('free');
    expectError(await postKey(free, { name: 'x' }), 403, 'plan_required');
  });
  it('Pro accounts have up to 3 active keys (limit − 1, limit, limit + 1) [S-095 O-049 O-067]', async () =>
    expectLimit('pro', 3));
  it('Business accounts have up to 10 active keys (limit − 1, limit, limit + 1) [S-096 O-049 O-067]', async () =>
    expectLimit('business', 10));

  it('Only active keys count towards the key limit [O-050]', async () => {
    const pro = await account('pro');
    await besideKeys(pro, 3, async (made) => {
      expectError(await postKey(pro, { name: 'full' }), 403, 'api_key_limit_reached');
      for (let round = 0; round < 3; round += 1) {
        const revoked = made.pop();
        await revokeKey(pro, revoked?.id ?? '');
        made.push(await createKey(pro, 'in its place'));
      }
    });
  });

  it('Keys created at the same time do not exceed the limit [O-051]', async () => {
    const pro = await account('pro');
    const before = (await activeKeys(pro)).length;
    const answers = await Promise.all(Array.from({ length: 12 }, () => postKey(pro, { name: 'at once' })));
    const made = answers.filter(({ status }) => status === 201);
    for (const { json } of made) await revokeKey(pro, (json as NewApiKey).id);
    expect(made).toHaveLength(3 - before);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(12 - made.length);
  });
});
