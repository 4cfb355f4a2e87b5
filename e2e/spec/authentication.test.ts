/** Who is let in: both methods on every endpoint, one 401 for everything else. */
import { Buffer } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { account, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import type { ErrorBody } from '@octavo/testkit/service-under-test/expect-error.ts';
import { createKey, me, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { anonymous, type Caller, request } from '@octavo/testkit/service-under-test/request.ts';
import { withKey } from '@octavo/testkit/service-under-test/with-key.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { allSucceeded, callAll, knockEverywhere } from './endpoints.ts';

let owner: Account;
let other: Account;

beforeAll(async () => {
  [owner, other] = await Promise.all([account('business'), stranger()]);
});

/** Well-formed in every way, and never issued. */
function inventedKey(): string {
  const start = `oct_${randomBytes(16).toString('hex')}`;
  return start + crc32(start).toString(16).padStart(8, '0');
}

const mistyped = (key: string) => key.slice(0, 20) + (key[20] === '0' ? '1' : '0') + key.slice(21);

function forged(session: string, header: object, sign: (signed: string) => string): string {
  const [, claims = ''] = session.split('.');
  const signed = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}`;
  return `${signed}.${sign(signed)}`;
}

const unsigned = (session: string) => forged(session, { alg: 'none', typ: 'JWT' }, () => '');
const signedByUs = (session: string) =>
  forged(session, { alg: 'HS256', typ: 'JWT' }, (signed) =>
    createHmac('sha256', 'secret').update(signed).digest('base64url'),
  );

function tampered(session: string): string {
  const [header = '', claims = '', signature = ''] = session.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'somebody-else' };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

describe('both methods', () => {
  it('Requests are authenticated by API key or by session token [S-011 S-091]', async () => {
    await withKey(owner, async ({ raw_key }) =>
      expect(await callAll({ key: raw_key })).toEqual(allSucceeded),
    );
  });

  it('Requests are authenticated by API key or by session token [S-011 S-092]', async () =>
    expect(await callAll(owner)).toEqual(allSucceeded));

  it('Programmatic access is available on Pro and Business (Pro and Business) [S-012]', async () => {
    for (const tier of ['pro', 'business'] as const) {
      await withKey(await account(tier), async ({ raw_key }) => {
        expect((await request('/jobs', { caller: { key: raw_key } })).status).toBe(200);
      });
    }
  });

  it('Both credentials: the API key decides, a bad one is 401 even with a good token (a bad key beside a good token) [O-045]', async () => {
    const answer = await request('/auth/me', { caller: { session: owner.session, key: inventedKey() } });
    expect(answer.status).toBe(401);
  });

  it('Both credentials: the API key decides, a bad one is 401 even with a good token (a good key beside another account’s token, and beside a bad one) [O-045]', async () => {
    await withKey(owner, async ({ raw_key }) => {
      const { id } = await me(owner);
      expect((await me({ key: raw_key, session: other.session })).id).toBe(id);
      expect((await me({ key: raw_key, session: 'rubbish' })).id).toBe(id);
    });
  });
});

describe('401', () => {
  it('Every endpoint except the health check requires authentication [S-058]', async () => {
    expect(new Set(await knockEverywhere(anonymous))).toEqual(new Set([401]));
  });

  it('Missing or invalid credentials are 401 [S-100 S-107]', async () => {
    expect(new Set(await knockEverywhere({ key: inventedKey() }))).toEqual(new Set([401]));
    expect(new Set(await knockEverywhere({ session: tampered(owner.session) }))).toEqual(new Set([401]));
  });

  it('No, unknown, revoked or malformed key, bad token: 401, one body for all, WWW-Authenticate [O-044]', async () => {
    const revoked = await createKey(owner);
    await revokeKey(owner, revoked.id);
    const callers: Record<string, Caller> = {
      none: anonymous,
      'unknown key': { key: inventedKey() },
      'revoked key': { key: revoked.raw_key },
      'mistyped key': { key: mistyped(inventedKey()) },
      'malformed key': { key: 'oct_123' },
      'key of another service': { key: 'sk_live_0123456789' },
      'rubbish token': { session: 'rubbish' },
      'tampered token': { session: tampered(owner.session) },
      'unsigned token': { session: unsigned(owner.session) },
    };
    const bodies: unknown[] = [];
    for (const [name, caller] of Object.entries(callers)) {
      const answer = await request('/auth/me', { caller });
      expect(answer.status, name).toBe(401);
      expect(answer.headers.get('www-authenticate'), name).toMatch(/\S/);
      bodies.push({ ...(answer.json as ErrorBody), request_id: '' });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ code: 'unauthorized', detail: expect.any(String) });
  });

  it('No, unknown, revoked or malformed key, bad token: 401, one body for all, WWW-Authenticate (another scheme, or a scheme without a token) [O-044]', async () => {
    const headers = ['Basic YTpi', 'Bearer', 'Bearer ', owner.session];
    for (const authorization of headers) {
      const answer = await request('/auth/me', { headers: { authorization } });
      expect(answer.status, authorization.slice(0, 8)).toBe(401);
    }
  });

  it('Only asymmetric algorithms are accepted [O-137]', async () => {
    for (const session of [unsigned(owner.session), signedByUs(owner.session)]) {
      expect((await request('/auth/me', { caller: { session } })).status).toBe(401);
    }
  });
});
