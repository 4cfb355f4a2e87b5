/** GET /api-keys and DELETE /api-keys/{key_id}: what stays visible, and what a revocation does. */
import { randomUUID } from 'node:crypto';
import { account, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, nodes } from '@octavo/testkit/service-under-test/context.ts';
import { fieldsOf, keyFields, timestampPattern } from '@octavo/testkit/service-under-test/exact-fields.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { createKey, listKeys, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { withKey } from '@octavo/testkit/service-under-test/with-key.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let owner: Account;
let other: Account;

beforeAll(async () => {
  [owner, other] = await Promise.all([account('business'), stranger()]);
});

const listed = async (id: string) => (await listKeys(owner)).find((key) => key.id === id);
const statusWith = async (key: string, node?: string) =>
  (await request('/auth/me', { caller: { key }, ...(node === undefined ? {} : { node }) })).status;

describe('GET /api-keys, 200', () => {
  it('raw_key is present only in the creation response [S-042 S-044 S-081 S-094 O-004]', async () => {
    await withKey(owner, async ({ id, raw_key }) => {
      const answer = await request('/api-keys', { caller: owner });
      expect(answer.json).toBeInstanceOf(Array);
      for (const key of answer.json as object[]) expect(fieldsOf(key)).toEqual(keyFields);
      expect(await listed(id)).toMatchObject({ id, is_active: true });
      expect(answer.text).not.toContain(raw_key);
      expect(answer.text).not.toContain(raw_key.slice(12));
    });
  });

  it('last_used_at records when the key was last used [S-099]', async () => {
    await withKey(owner, async ({ id, raw_key }) => {
      const before = Date.now();
      expect(await statusWith(raw_key)).toBe(200);
      const used = (await listed(id))?.last_used_at ?? '';
      expect(used).toMatch(timestampPattern);
      expect(Math.abs(Date.parse(used) - before)).toBeLessThan(60_000);
    });
  });

  it('last_used_at is written at most once a minute [O-132]', async () => {
    await withKey(owner, async ({ id, raw_key }) => {
      await statusWith(raw_key);
      const first = (await listed(id))?.last_used_at;
      expect(first).not.toBeNull();
      for (let uses = 0; uses < 5; uses += 1) await statusWith(raw_key);
      expect((await listed(id))?.last_used_at).toBe(first);
    });
  });
});

describe('DELETE /api-keys/{key_id}, 204', () => {
  it('id is what the revoke path takes [S-039 S-087 S-105]', async () => {
    const { id } = await createKey(owner);
    const answer = await revokeKey(owner, id);
    expect({ status: answer.status, body: answer.text }).toEqual({ status: 204, body: '' });
  });

  it('A revoked key gets 401 immediately [S-057 S-088 S-098]', async () => {
    const { id, raw_key } = await createKey(owner);
    for (const node of nodes) expect(await statusWith(raw_key, node)).toBe(200);
    expect((await revokeKey(owner, id)).status).toBe(204);
    for (const node of nodes) expect(await statusWith(raw_key, node)).toBe(401);
    expect(await statusWith(raw_key)).toBe(401);
  });

  it('is_active is true while the key is usable (false once it is revoked) [S-045]', async () => {
    const { id } = await createKey(owner);
    await revokeKey(owner, id);
    const after = await listed(id);
    expect(after === undefined || after.is_active === false).toBe(true);
  });

  it('Keys are revoked individually, at any time [S-097]', async () => {
    await withKey(owner, async (kept) => {
      const revoked = await createKey(owner);
      await revokeKey(owner, revoked.id);
      expect([await statusWith(revoked.raw_key), await statusWith(kept.raw_key)]).toEqual([401, 200]);
    });
  });

  it('Keys are revoked individually, at any time (a key may revoke itself) [S-097]', async () => {
    const { id, raw_key } = await createKey(owner);
    expect((await revokeKey({ key: raw_key }, id)).status).toBe(204);
    expect(await statusWith(raw_key)).toBe(401);
  });

  it('Revoking a revoked key: 204 again [O-052]', async () => {
    const { id } = await createKey(owner);
    const answers = [await revokeKey(owner, id), await revokeKey(owner, id)];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  });
});

describe('DELETE /api-keys/{key_id}, 404', () => {
  it('A key that does not exist is 404 [S-061 S-110]', async () => {
    expectError(await revokeKey(owner, randomUUID()), 404, 'api_key_not_found');
    expectError(await revokeKey(owner, 'no-such-key'), 404, 'api_key_not_found');
  });

  it('A key of another user is 404 [S-062 S-110]', async () => {
    await withKey(owner, async ({ id, raw_key }) => {
      expectError(await revokeKey(other, id), 404, 'api_key_not_found');
      expect(await statusWith(raw_key)).toBe(200);
      expect((await listKeys(other)).map((key) => key.id)).not.toContain(id);
    });
  });
});
