/** POST /api-keys: the key that comes back, and the bodies that are refused. */
import { crc32 } from 'node:zlib';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { fieldsOf, newKeyFields, timestampPattern } from '@octavo/testkit/service-under-test/exact-fields.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  createKey,
  listKeys,
  me,
  type NewApiKey,
  postKey,
  revokeKey,
} from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { withKey } from '@octavo/testkit/service-under-test/with-key.ts';
import { beforeAll, describe, expect } from 'vitest';
import { proves } from '../proves.ts';

let owner: Account;

beforeAll(async () => {
  owner = await account('business');
});

describe('POST /api-keys, 201', () => {
  proves('S-085 S-093 S-104', async () => {
    const answer = await postKey(owner, { name: 'deploy' });
    const key = answer.json as NewApiKey;
    await revokeKey(owner, key.id);
    expect(answer.status).toBe(201);
    expect(key).toMatchObject({ name: 'deploy', raw_key: expect.any(String) });
  });
  proves('S-040', async () => {
    for (const name of ['x', 'CI — production №5', ' spaced ']) {
      const key = await createKey(owner, name);
      await revokeKey(owner, key.id);
      expect(key.name).toBe(name);
    }
  });
  proves('S-041 O-129', async () => {
    await withKey(owner, async ({ key_prefix, raw_key }) => {
      expect(key_prefix).toMatch(/^oct_[0-9a-f]{8}$/);
      expect(raw_key.startsWith(key_prefix)).toBe(true);
    });
  });
  proves('S-045 S-056', async () => {
    await withKey(owner, async ({ is_active, raw_key }) => {
      expect(is_active).toBe(true);
      expect((await request('/auth/me', { caller: { key: raw_key } })).status).toBe(200);
    });
  });
  proves('S-046', async () => {
    await withKey(owner, async ({ created_at }) => expect(created_at).toMatch(timestampPattern));
  });
  proves('S-047', async () => {
    await withKey(owner, async ({ id, last_used_at }) => {
      expect(last_used_at).toBeNull();
      expect((await listKeys(owner)).find((key) => key.id === id)?.last_used_at).toBeNull();
    });
  });
  proves('S-048 O-128', async () => {
    await withKey(owner, async ({ raw_key }) => {
      expect(raw_key).toMatch(/^oct_[0-9a-f]{40}$/);
      const checksum = crc32(raw_key.slice(0, 36)).toString(16).padStart(8, '0');
      expect(raw_key.slice(36)).toBe(checksum);
    });
  });
  proves('O-004', 'at creation', async () => {
    await withKey(owner, async (key) => expect(fieldsOf(key)).toEqual(newKeyFields));
  });
  proves('S-086', async () => {
    await withKey(owner, async (first) => {
      const answer = await postKey({ key: first.raw_key }, { name: 'made with a key' });
      expect(answer.status, answer.text).toBe(201);
      const second = answer.json as NewApiKey;
      expect((await me({ key: second.raw_key })).id).toBe((await me(owner)).id);
      await revokeKey(owner, second.id);
    });
  });
  proves('S-083 S-125', 'limit − 1 and limit', async () => {
    for (const length of [1, 63, 64]) {
      const answer = await postKey(owner, { name: 'n'.repeat(length) });
      expect(answer.status, answer.text).toBe(201);
      await revokeKey(owner, (answer.json as NewApiKey).id);
    }
  });
  proves('S-083 S-125', '64 characters that are not ASCII', async () => {
    const answer = await postKey(owner, { name: '\u{1f511}'.repeat(64) });
    expect(answer.status, answer.text).toBe(201);
    await revokeKey(owner, (answer.json as NewApiKey).id);
  });
});

describe('POST /api-keys, 400', () => {
  proves('S-082', async () => {
    for (const body of [{}, { label: 'x' }]) expectFaultAt(await postKey(owner, body), 'body');
  });
  proves('S-083 S-125', 'limit + 1, empty, or no string', async () => {
    for (const name of ['', 'n'.repeat(65), 5, null, ['x']]) {
      const answer = await postKey(owner, { name });
      if (answer.status === 201) await revokeKey(owner, (answer.json as NewApiKey).id);
      expectFaultAt(answer, 'body.name', JSON.stringify(name));
    }
  });
  proves('S-084', 'a body that is no JSON', async () => {
    expectError(await postKey(owner, '{"name": '), 400, 'invalid_json');
  });
  proves('S-084', 'another Content-Type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await request('/api-keys', {
      method: 'POST',
      caller: owner,
      headers,
      body: '{"name":"x"}',
    });
    expect([400, 415]).toContain(answer.status);
  });
});
