/** An account whose writes are stopped: every change is answered with 503, reading goes on. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, jobsApp } from './jobs-app.ts';

let app: JobsApp;
let accountId: string;
let jobId: string;

beforeEach(async () => {
  app = await jobsApp();
  const { status, body } = await app.submit();
  expect(status).toBe(201);
  jobId = String(body['id']);
  const me = (await (await send('GET', '/auth/me')).json()) as { readonly id: string };
  accountId = me.id;
  await app.store.accounts.stopWrites(accountId);
});
afterEach(() => app.blobs.close());

function send(method: string, path: string, body?: unknown, user = 'alice') {
  const headers = { authorization: `Bearer ${user}`, 'content-type': 'application/json' };
  const request = body === undefined ? { headers: { authorization: headers.authorization } } : { headers };
  return fetch(`${app.base}${path}`, {
    method,
    ...request,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

describe('an account whose writes are stopped', () => {
  it.each([
    ['DELETE', '/jobs/ID'],
    ['PATCH', '/jobs/ID', { expires_at: null }],
    ['POST', '/jobs', { source_job_id: 'ID' }],
    ['POST', '/jobs/ID/outputs', { format: ['text'] }],
    ['POST', '/jobs/ID/shares', {}],
    ['POST', '/uploads', { file_name: 'a.pdf', bytes: 5 }],
    ['POST', '/api-keys', { name: 'nightly' }],
    ['POST', '/webhooks', { url: 'https://example.com/hook', events: ['job.done'] }],
    ['PATCH', '/account/settings', { retention_days: 1 }],
    ['POST', '/account/deletion', { email: 'alice@example.com' }],
  ])('503: %s %s, before anything is changed', async (method, path, body?: unknown) => {
    const answer = await send(method, path.replace('ID', jobId), body);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await answer.json()).toMatchObject({
      code: 'service_unavailable',
      detail: expect.stringContaining('being moved'),
    });
  });

  it('503: a submit, of which nothing is left', async () => {
    const before = await app.stored();
    expect(await app.submit()).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(await app.stored()).toEqual(before);
  });

  it('503: a submit that began before the stop, of which nothing is left', async () => {
    await app.store.accounts.allowWrites(accountId);
    const before = await app.stored();
    const accepted = app.preflight;
    app.preflight = async () => {
      await app.store.accounts.stopWrites(accountId);
      if (typeof accepted === 'function') throw new Error('the check of this app is an outcome');
      return accepted;
    };
    const { status, headers } = await app.submit();
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    expect(await app.stored()).toEqual(before);
    expect(await app.store.accounts.unfinishedWrites(accountId)).toBe(0);
  });

  it.each(['/jobs', '/jobs/ID', '/usage', '/auth/me', '/api-keys', '/webhooks'])(
    '200: GET %s',
    async (path) => {
      expect((await send('GET', path.replace('ID', jobId))).status).toBe(200);
    },
  );

  it('answers requests that read with POST as before', async () => {
    for (const [path, body] of [
      ['/diffs', { base_job_id: jobId, head_job_id: jobId }],
      [`/jobs/${jobId}/locate`, { quotes: [{ text: 'a' }] }],
      ['/receipts/verify', { receipt: {} }],
      ['/preflight', {}],
    ] as const) {
      expect((await send('POST', path, body)).status, path).not.toBe(503);
    }
  });

  it('201: another account, and the same one when writes are allowed again', async () => {
    const key = { name: 'nightly' };
    expect((await send('DELETE', `/jobs/${jobId}`, undefined, 'mallory')).status).toBe(404);
    await app.store.accounts.allowWrites(accountId);
    expect((await send('POST', '/api-keys', key)).status).not.toBe(503);
    expect((await app.submit()).status).toBe(201);
  });
});
