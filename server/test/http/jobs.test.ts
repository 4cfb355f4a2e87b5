/** Lists, downloads and deletions of `/jobs` by status, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { claimAgain } from '../contracts/samples.ts';
import { type JobsApp, jobsApp } from './jobs-app.ts';

let app: JobsApp;
beforeEach(async () => {
  app = await jobsApp();
});

describe('reading and deleting', () => {
  const as = (user: string, path: string, method = 'GET') =>
    fetch(`${app.base}${path}`, { method, headers: { authorization: `Bearer ${user}` } });

  it('404: the same body for foreign, unknown and malformed ids, on every route', async () => {
    const { body } = await app.submit();
    const ids = [body['id'], crypto.randomUUID(), 'not-a-uuid', '..%2f..', 'x'.repeat(5_000)];
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/download/json'],
    ] as const) {
      const answers = await Promise.all(ids.map((id) => as('mallory', `/jobs/${id}${suffix}`, method)));
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
      const details = await Promise.all(
        answers.map(async (answer) => ((await answer.json()) as { detail: string }).detail),
      );
      expect(new Set(details).size).toBe(1);
    }
    expect((await as('alice', `/jobs/${body['id']}`)).status).toBe(200);
  });

  it.each([
    'page=0',
    'page=x',
    'page=1.5',
    'page_size=0',
    'page_size=101',
    'page_size=',
    'status=',
    'status=finished',
    'status=done,',
    'status=done, failed',
    'created_after=yesterday',
    'created_after=2026-11-15',
    'created_before=2026-11-15T12:00:00',
    'created_before=2026-11-15T12:00:00+01:00',
  ])('400: ?%s', async (query) => {
    const answer = await as('alice', `/jobs?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ detail: expect.any(String), code: 'invalid_request' });
  });

  it('200: pages of jobs, newest first, with the exact total, also past the end', async () => {
    const ids = [(await app.submit()).body['id'], (await app.submit()).body['id']];
    const list = (await (await as('alice', '/jobs')).json()) as { items: { id: string }[] };
    expect(list).toMatchObject({ total: 2, page: 1, page_size: 20 });
    expect(list.items.map((job) => job.id)).toEqual(ids.toReversed());
    expect(await (await as('alice', '/jobs?page=7&page_size=100')).json()).toEqual({
      items: [],
      total: 2,
      page: 7,
      page_size: 100,
    });
  });

  it('200: jobs of the requested statuses and times, with the exact total', async () => {
    const [first, second] = [(await app.submit()).body, (await app.submit()).body];
    await app.store.jobs.fail(await claimAgain(app.store, first?.['id'] ?? ''), 'Damaged.', new Date());
    const found = async (query: string) => {
      const list = (await (await as('alice', `/jobs?${query}`)).json()) as {
        items: { id: string }[];
        total: number;
      };
      return [list.total, ...list.items.map(({ id }) => id)];
    };
    expect(await found('status=failed')).toEqual([1, first?.['id']]);
    expect(await found('status=failed,pending&page_size=1')).toEqual([2, second?.['id']]);
    expect(await found('status=done')).toEqual([0]);
    expect(await found(`created_after=${second?.['created_at']}`)).toEqual([0]);
    expect(await found('created_after=2026-01-01T00:00:00%2B01:00&created_before=2999-01-01T00:00Z')).toEqual(
      [2, second?.['id'], first?.['id']],
    );
  });

  it('200: jobs by a part of their name, only those of the account', async () => {
    await app.submit({ fileName: 'Rechnung März.pdf' });
    const found = async (user: string, name: string) =>
      (await as(user, `/jobs?name=${encodeURIComponent(name)}`)).json();
    expect(await found('alice', 'rechnung m')).toMatchObject({ total: 1, partial: false });
    expect(await found('alice', 'absent')).toMatchObject({ total: 0, items: [] });
    expect(await found('mallory', 'rechnung')).toMatchObject({ total: 0, items: [] });
    expect((await as('alice', '/jobs?name=')).status).toBe(400);
    expect((await as('alice', `/jobs?name=${'x'.repeat(256)}`)).status).toBe(400);
  });

  it('200: with include, the code of the failure and where the job came from', async () => {
    const { body } = await app.submit();
    const claim = await claimAgain(app.store, body['id'] ?? '');
    await app.store.jobs.fail(claim, 'Damaged.', new Date(), 'pdf_unreadable');
    const job = async (query: string) => (await as('alice', `/jobs/${body['id']}${query}`)).json();
    expect(await job('?include=error,origin')).toMatchObject({
      error_code: 'pdf_unreadable',
      origin: { api_key: null, source: 'form', source_host: null },
    });
    expect(await job('')).not.toHaveProperty('error_code');
  });

  it('400: an unknown status returns the list of valid ones', async () => {
    const body = await (await as('alice', '/jobs?status=finished')).json();
    expect(body).toMatchObject({
      detail: expect.stringContaining('pending, processing, done, failed'),
      errors: [{ loc: ['query', 'status', 0] }],
    });
  });

  it('204: deletes the job and its files at once', async () => {
    const { body } = await app.submit();
    const answer = await as('alice', `/jobs/${body['id']}`, 'DELETE');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect((await as('alice', `/jobs/${body['id']}`)).status).toBe(404);
    expect((await as('alice', `/jobs/${body['id']}`, 'DELETE')).status).toBe(404);
    await app.expectNothingLeft();
  });

  it('409: a download before the job is done, and after it failed with its reason', async () => {
    const { body } = await app.submit();
    const id = body['id'] ?? '';
    const early = await as('alice', `/jobs/${id}/download/json`);
    expect(early.status).toBe(409);
    expect(early.headers.get('retry-after')).not.toBeNull();
    expect(await early.json()).toMatchObject({ code: 'job_not_done' });
    await app.store.jobs.fail(await claimAgain(app.store, id), 'The document is damaged.', new Date());
    const late = await as('alice', `/jobs/${id}/download/json`);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'job_failed', detail: 'The document is damaged.' });
  });
});

describe('DELETE /jobs/{id}', () => {
  it('204: removes the files for any spelling of the id', async () => {
    const { body } = await app.submit();
    expect(await app.stored()).toHaveLength(1);
    const answer = await fetch(`${app.base}/jobs/${String(body['id']).toUpperCase()}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer alice' },
    });
    expect(answer.status).toBe(204);
    await app.expectNothingLeft();
  });
});
