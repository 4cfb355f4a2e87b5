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
import { beforeAll, describe, expect, it } from 'vitest';

let owner: Account;

beforeAll(async () => {
  owner = await account('business');
});

describe('POST /api-keys, 201', () => {
  it('POST /api-keys answers 201 with the key and its raw_key [S-085 S-093 S-104]', async () => {
    const answer = await postKey(owner, { name: 'deploy' });
    const key = answer.json as NewApiKey;
    await revokeKey(owner, key.id);
    expect(answer.status).toBe(201);
    expect(key).toMatchObject({ name: 'deploy', raw_key: expect.any(String) });
  });
  it('name is the label that was given [S-040]', async () => {
    for (const name of ['x', 'CI — production №5', 'two  words']) {
      const key = await createKey(owner, name);
      await revokeKey(owner, key.id);
      expect(key.name).toBe(name);
    }
  });
  it('key_prefix is the fixed prefix and the first 8 hex characters of the key [S-041 O-129]', async () => {
    await withKey(owner, async ({ key_prefix, raw_key }) => {
      expect(key_prefix).toMatch(/^oct_[0-9a-f]{8}$/);
      expect(raw_key.startsWith(key_prefix)).toBe(true);
    });
  });
  it('is_active is true while the key is usable [S-045 S-056]', async () => {
    await withKey(owner, async ({ is_active, raw_key }) => {
      expect(is_active).toBe(true);
      expect((await request('/auth/me', { caller: { key: raw_key } })).status).toBe(200);
    });
  });
  it('created_at is an ISO 8601 UTC timestamp of the creation of the key [S-046]', async () => {
    await withKey(owner, async ({ created_at }) => expect(created_at).toMatch(timestampPattern));
  });
  it('last_used_at is null for a key never used [S-047]', async () => {
    await withKey(owner, async ({ id, last_used_at }) => {
      expect(last_used_at).toBeNull();
      expect((await listKeys(owner)).find((key) => key.id === id)?.last_used_at).toBeNull();
    });
  });
  it('A key is the fixed prefix followed by 40 hexadecimal characters [S-048 O-128]', async () => {
    await withKey(owner, async ({ raw_key }) => {
      expect(raw_key).toMatch(/^oct_[0-9a-f]{40}$/);
      const checksum = crc32(raw_key.slice(0, 36)).toString(16).padStart(8, '0');
      expect(raw_key.slice(36)).toBe(checksum);
    });
  });
  it('An API key holds exactly the fields of the specification (at creation) [O-004]', async () => {
    await withKey(owner, async (key) => expect(fieldsOf(key)).toEqual(newKeyFields));
  });
  it('POST /api-keys works with an API key and with a session token [S-086]', async () => {
    await withKey(owner, async (first) => {
      const answer = await postKey({ key: first.raw_key }, { name: 'made with a key' });
      expect(answer.status, answer.text).toBe(201);
      const second = answer.json as NewApiKey;
      expect((await me({ key: second.raw_key })).id).toBe((await me(owner)).id);
      await revokeKey(owner, second.id);
    });
  });
  it('POST /api-keys takes a name of 1 to 64 characters (limit − 1 and limit) [S-083 S-125]', async () => {
    for (const length of [1, 63, 64]) {
      const answer = await postKey(owner, { name: 'n'.repeat(length) });
      expect(answer.status, answer.text).toBe(201);
      await revokeKey(owner, (answer.json as NewApiKey).id);
    }
  });
  it('POST /api-keys takes a name of 1 to 64 characters (64 characters that are not ASCII) [S-083 S-125]', async () => {
    const answer = await postKey(owner, { name: '\u{1f511}'.repeat(64) });
    expect(answer.status, answer.text).toBe(201);
    await revokeKey(owner, (answer.json as NewApiKey).id);
  });
});

describe('POST /api-keys, 400', () => {
  it('POST /api-keys requires a name [S-082]', async () => {
    for (const body of [{}, { label: 'x' }]) expectFaultAt(await postKey(owner, body), 'body');
  });
  it('POST /api-keys takes a name of 1 to 64 characters (limit + 1, empty, or no string) [S-083 S-125]', async () => {
    for (const name of ['', 'n'.repeat(65), 5, null, ['x']]) {
      const answer = await postKey(owner, { name });
      if (answer.status === 201) await revokeKey(owner, (answer.json as NewApiKey).id);
      expectFaultAt(answer, 'body.name', JSON.stringify(name));
    }
  });
  it('POST /api-keys takes a JSON body (a body that is no JSON) [S-084]', async () => {
    expectError(await postKey(owner, '{"name": '), 400, 'invalid_json');
  });
  it('POST /api-keys takes a JSON body (another Content-Type) [S-084]', async () => {
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
