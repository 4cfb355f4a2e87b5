/** POST /api-keys: the key that comes back, and the bodies that are refused. */
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect } from 'vitest';
import { account } from '../../client/accounts.ts';
import { fieldsOf, newKeyFields, timestampPattern } from '../../client/exact-fields.ts';
import { expectError, expectFaultAt } from '../../client/expect-error.ts';
import { createKey, listKeys, me, type NewApiKey, postKey, revokeKey } from '../../client/keys.ts';
import { request } from '../../client/request.ts';
import { withKey } from '../../client/with-key.ts';
import type { Account } from '../../context.ts';
import { proves } from '../proves.ts';

let pro: Account;

beforeAll(async () => {
  pro = await account('pro');
});

describe('POST /api-keys, 201', () => {
  proves('S-085 S-093 S-104', async () => {
    const answer = await postKey(pro, { name: 'deploy' });
    const key = answer.json as NewApiKey;
    await revokeKey(pro, key.id);
    expect(answer.status).toBe(201);
    expect(key).toMatchObject({ name: 'deploy', raw_key: expect.any(String) });
  });
  proves('S-040', async () => {
    for (const name of ['x', 'CI — production №5', ' spaced ']) {
      const key = await createKey(pro, name);
      await revokeKey(pro, key.id);
      expect(key.name).toBe(name);
    }
  });
  proves('S-041 O-129', async () => {
    await withKey(pro, async ({ key_prefix, raw_key }) => {
      expect(key_prefix).toMatch(/^oct_[0-9a-f]{8}$/);
      expect(raw_key.startsWith(key_prefix)).toBe(true);
    });
  });
  proves('S-045 S-056', async () => {
    await withKey(pro, async ({ is_active, raw_key }) => {
      expect(is_active).toBe(true);
      expect((await request('/auth/me', { caller: { key: raw_key } })).status).toBe(200);
    });
  });
  proves('S-046', async () => {
    await withKey(pro, async ({ created_at }) => expect(created_at).toMatch(timestampPattern));
  });
  proves('S-047', async () => {
    await withKey(pro, async ({ id, last_used_at }) => {
      expect(last_used_at).toBeNull();
      expect((await listKeys(pro)).find((key) => key.id === id)?.last_used_at).toBeNull();
    });
  });
  proves('S-048 O-128', async () => {
    await withKey(pro, async ({ raw_key }) => {
      expect(raw_key).toMatch(/^oct_[0-9a-f]{40}$/);
      const checksum = crc32(raw_key.slice(0, 36)).toString(16).padStart(8, '0');
      expect(raw_key.slice(36)).toBe(checksum);
    });
  });
  proves('O-004', 'at creation', async () => {
    await withKey(pro, async (key) => expect(fieldsOf(key)).toEqual(newKeyFields));
  });
  proves('S-086', async () => {
    await withKey(pro, async (first) => {
      const answer = await postKey({ key: first.raw_key }, { name: 'made with a key' });
      expect(answer.status, answer.text).toBe(201);
      const second = answer.json as NewApiKey;
      expect((await me({ key: second.raw_key })).id).toBe((await me(pro)).id);
      await revokeKey(pro, second.id);
    });
  });
  proves('S-083 S-125', 'limit − 1 and limit', async () => {
    for (const length of [1, 63, 64]) {
      const answer = await postKey(pro, { name: 'n'.repeat(length) });
      expect(answer.status, answer.text).toBe(201);
      await revokeKey(pro, (answer.json as NewApiKey).id);
    }
  });
  proves('S-083 S-125', '64 characters that are not ASCII', async () => {
    const answer = await postKey(pro, { name: '\u{1f511}'.repeat(64) });
    expect(answer.status, answer.text).toBe(201);
    await revokeKey(pro, (answer.json as NewApiKey).id);
  });
});

describe('POST /api-keys, 400', () => {
  proves('S-082', async () => {
    for (const body of [{}, { label: 'x' }]) expectFaultAt(await postKey(pro, body), 'body');
  });
  proves('S-083 S-125', 'limit + 1, empty, or no string', async () => {
    for (const name of ['', 'n'.repeat(65), 5, null, ['x']]) {
      expectFaultAt(await postKey(pro, { name }), 'body.name');
    }
  });
  proves('S-084', 'a body that is no JSON', async () => {
    expectError(await postKey(pro, '{"name": '), 400, 'invalid_json');
  });
  proves('S-084', 'another Content-Type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await request('/api-keys', { method: 'POST', caller: pro, headers, body: '{"name":"x"}' });
    expect([400, 415]).toContain(answer.status);
  });
});
