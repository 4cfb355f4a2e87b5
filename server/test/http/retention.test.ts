/** `/account/settings`, `PATCH /jobs/{id}` and `expires_at` of a submit by status, on fakes. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

let store: ReturnType<typeof memoryStore>;
let base: string;

beforeEach(async () => {
  store = memoryStore();
  const app = await testApp({ store, clock: { now: () => now } });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

async function sendRequest(path: string, init: RequestInit = {}, user = 'alice') {
  const headers = { ...init.headers, authorization: `Bearer ${user}` };
  const answer = await fetch(`${base}${path}`, { ...init, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const patch = (path: string, body: unknown, user?: string) =>
  sendRequest(
    path,
    { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    user,
  );

async function submit(expiresAt?: string) {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7']), 'a.pdf');
  if (expiresAt !== undefined) form.append('expires_at', expiresAt);
  const { status, body } = await sendRequest('/jobs', { method: 'POST', body: form });
  return { status, body, id: String(body['id']), accountId: String(body['user_id']) };
}

const expiryOf = async ({ accountId, id }: { accountId: string; id: string }) =>
  (await store.jobs.find(accountId, id))?.expiresAt?.toISOString() ?? null;

describe('/account/settings', () => {
  it('200: jobs do not expire by default; after a change, new jobs do', async () => {
    expect(await sendRequest('/account/settings')).toEqual({ status: 200, body: { retention_days: null } });
    const before = await submit();
    expect(await patch('/account/settings', { retention_days: 3650 })).toEqual({
      status: 200,
      body: { retention_days: 3650 },
    });
    expect((await sendRequest('/account/settings')).body).toEqual({ retention_days: 3650 });
    expect((await sendRequest('/account/settings', {}, 'mallory')).body).toEqual({ retention_days: null });
    expect(await expiryOf(before)).toBeNull();
    const leftMs = Date.parse((await expiryOf(await submit())) ?? '') - Date.now();
    expect(leftMs / 86_400_000).toBeCloseTo(3650, 2);
    expect((await patch('/account/settings', { retention_days: null })).body).toEqual({
      retention_days: null,
    });
  });

  it.each([
    {},
    { retention_days: 0 },
    { retention_days: 3651 },
    { retention_days: 1.5 },
    { retention_days: '7' },
  ])('400: %j', async (body) => {
    const { status, body: error } = await patch('/account/settings', body);
    expect([status, error['code']]).toEqual([400, 'invalid_request']);
    expect(error['errors']).toMatchObject([{ loc: ['body', 'retention_days'] }]);
  });

  it('400: an unknown setting', async () => {
    expect((await patch('/account/settings', { retention_days: 1, colour: 'red' })).status).toBe(400);
  });

  it('401: without credentials', async () => {
    expect((await fetch(`${base}/account/settings`)).status).toBe(401);
    expect((await fetch(`${base}/account/settings`, { method: 'PATCH' })).status).toBe(401);
  });
});

describe('PATCH /jobs/{id}', () => {
  it('200: sets, changes and removes the expiry; the rest of the job is unchanged', async () => {
    const job = await submit();
    expect(await patch(`/jobs/${job.id}`, { expires_at: '2026-11-16T00:00:00+01:00' })).toEqual({
      status: 200,
      body: { id: job.id, expires_at: '2026-11-15T23:00:00.000Z' },
    });
    expect(await expiryOf(job)).toBe('2026-11-15T23:00:00.000Z');
    expect((await sendRequest(`/jobs/${job.id}`)).body).toEqual(job.body);
    expect((await sendRequest(`/jobs/${job.id}?include=retention`)).body).toEqual({
      ...job.body,
      retention: { expires_at: '2026-11-15T23:00:00.000Z' },
    });
    expect((await patch(`/jobs/${job.id}`, { expires_at: null })).body).toEqual({
      id: job.id,
      expires_at: null,
    });
    expect(await expiryOf(job)).toBeNull();
  });

  it.each([
    {},
    { expires_at: '2026-11-15T12:00:00.000Z' },
    { expires_at: '2026-11-16' },
    { expires_at: '2026-11-16T00:00:00' },
    { expires_at: 1_800_000_000 },
  ])('400: %j', async (body) => {
    const { id } = await submit();
    const { status, body: error } = await patch(`/jobs/${id}`, body);
    expect([status, error['code']]).toEqual([400, 'invalid_request']);
    expect(error['errors']).toMatchObject([{ loc: ['body', 'expires_at'] }]);
  });

  it('400: no other field of a job can be changed', async () => {
    const { id } = await submit();
    expect((await patch(`/jobs/${id}`, { expires_at: null, status: 'done' })).status).toBe(400);
  });

  it('404: the same for foreign, unknown, malformed and deleted jobs', async () => {
    const [{ id }, deleted] = [await submit(), await submit()];
    await fetch(`${base}/jobs/${deleted.id}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer alice' },
    });
    const answers = [
      await patch(`/jobs/${id}`, { expires_at: null }, 'mallory'),
      await patch(`/jobs/${deleted.id}`, { expires_at: null }),
      await patch(`/jobs/${randomUUID()}`, { expires_at: null }),
      await patch('/jobs/nonsense', { expires_at: null }),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      Array(4).fill([404, 'job_not_found']),
    );
  });
});

describe('POST /jobs with expires_at', () => {
  it('201: the job expires at the given time, regardless of the account setting', async () => {
    await patch('/account/settings', { retention_days: 30 });
    expect(await expiryOf(await submit('2026-11-15T12:00:01Z'))).toBe('2026-11-15T12:00:01.000Z');
  });

  it.each(['', 'never', '2026-11-16', '2026-11-15T12:00:00Z', '2020-01-01T00:00:00Z'])(
    '400: %j',
    async (expiresAt) => {
      const { status, body } = await submit(expiresAt);
      expect([status, body['code']]).toEqual([400, 'invalid_request']);
      expect(body['errors']).toMatchObject([{ loc: ['expires_at'] }]);
    },
  );
});
