/** `POST /account/deletion` by status, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

let store: ReturnType<typeof memoryStore>;
let base: string;

beforeEach(async () => {
  store = memoryStore();
  const sessions = {
    verify: async (subject: string) => ({
      issuer: 'https://id.test',
      subject,
      email: `${subject}@example.com`,
    }),
  };
  const app = await testApp({ store, sessions });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

type Body = Record<string, unknown>;

async function send(path: string, headers: Record<string, string>, body?: unknown) {
  const init =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const answer = await fetch(`${base}${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Body };
}

const asUser = (user: string) => ({ authorization: `Bearer ${user}` });
const me = async (user = 'alice') =>
  (await send('/auth/me', asUser(user))).body as { id: string; email: string };
const remove = (email: unknown, headers: Record<string, string> = asUser('alice')) =>
  send('/account/deletion', headers, { email });

describe('POST /account/deletion', () => {
  it('202: nothing opens the account any more, and other accounts are untouched', async () => {
    const { id, email } = await me();
    await me('mallory');
    await store.accounts.setTier(id, 'pro');
    const { body: key } = await send('/api-keys', asUser('alice'), { name: 'nightly' });
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.7']), 'a.pdf');
    await fetch(`${base}/jobs`, { method: 'POST', body: form, headers: asUser('alice') });
    const { status, body } = await remove(` ${email.toUpperCase()} `);
    expect([status, body['jobs']]).toEqual([202, 1]);
    expect(body['closed_at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect((await send('/auth/me', asUser('alice'))).status).toBe(401);
    expect((await send('/auth/me', { 'x-api-key': String(key['raw_key']) })).status).toBe(401);
    expect((await send('/auth/me', asUser('mallory'))).status).toBe(200);
  });

  it.each(['', 'mallory@example.com', 7])('400: %j does not confirm it', async (email) => {
    await me();
    const { status, body } = await remove(email);
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(body['errors']).toMatchObject([{ loc: ['body', 'email'] }]);
    expect((await send('/auth/me', asUser('alice'))).status).toBe(200);
  });

  it('401: without credentials', async () => {
    expect((await remove('ada@example.com', {})).status).toBe(401);
  });

  it('403: an API key deletes no account', async () => {
    const { id, email } = await me();
    await store.accounts.setTier(id, 'pro');
    const { body: key } = await send('/api-keys', asUser('alice'), { name: 'nightly' });
    const { status, body } = await remove(email, { 'x-api-key': String(key['raw_key']) });
    expect([status, body['code']]).toEqual([403, 'session_required']);
    expect((await me()).id).toBe(id);
  });
});
