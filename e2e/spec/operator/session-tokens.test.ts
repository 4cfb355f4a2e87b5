/** Session tokens signed with the provider's true key, but not to be accepted; and the first sight of a new subject. */

import { issueToken, signInFresh } from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes } from '@octavo/testkit/service-under-test/context.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

const now = () => Math.floor(Date.now() / 1000);

async function statusOf(change: { claims?: object; header?: object }): Promise<number> {
  const session = await issueToken(change);
  return (await request('/auth/me', { caller: { session } })).status;
}

/** Shows that the tokens below fail for what is changed in them and for nothing else. */
async function expectPlainTokenWorks(): Promise<void> {
  expect(await statusOf({})).toBe(200);
}

describe('tokens of the provider', () => {
  it('A token of another issuer is refused [O-133]', async () => {
    await expectPlainTokenWorks();
    expect(await statusOf({ claims: { iss: 'https://elsewhere.example' } })).toBe(401);
  });
  it('A token for another audience is refused [O-134]', async () => {
    expect(await statusOf({ claims: { aud: 'https://another-api.example' } })).toBe(401);
    expect(await statusOf({ claims: { aud: null } })).toBe(401);
  });
  it('An expired token is refused [O-135]', async () => {
    expect(await statusOf({ claims: { iat: now() - 7_200, exp: now() - 3_600 } })).toBe(401);
    expect(await statusOf({ claims: { exp: null } })).toBe(401);
  });
  it('A token that is not valid yet is refused [O-136]', async () =>
    expect(await statusOf({ claims: { nbf: now() + 3_600 } })).toBe(401));
  it('Only asymmetric algorithms are accepted (with a true signature under a false name) [O-137]', async () => {
    for (const alg of ['none', 'HS256']) expect(await statusOf({ header: { alg } })).toBe(401);
  });

  it('A token without an e-mail address is refused with 401 [O-144]', async () => {
    expect(await statusOf({ claims: { email: null } })).toBe(401);
    expect(await statusOf({ claims: { email: '' } })).toBe(401);
  });
  it('A token whose e-mail address is not verified is 403 email_not_verified [O-145]', async () => {
    expect(await statusOf({ claims: { email_verified: false } })).toBe(403);
  });

  it('The first valid token of an unknown subject creates a free account with its e-mail [O-138]', async () => {
    const { session, email } = await signInFresh();
    const account = await me({ session });
    expect(account).toMatchObject({ tier: 'free', email, pages_used: 0 });
    expect((await me({ session })).id).toBe(account.id);
  });

  it('The first valid token of an unknown subject creates a free account with its e-mail (on every node at once: one account) [O-138]', async () => {
    const { session } = await signInFresh();
    const tries = Array.from({ length: 8 }, (_, index) => nodes[index % nodes.length] ?? '');
    const answers = await Promise.all(
      tries.map((node) => request('/auth/me', { caller: { session }, node })),
    );
    expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 200));
    expect(new Set(answers.map(({ json }) => (json as { id: string }).id)).size).toBe(1);
  });
});
