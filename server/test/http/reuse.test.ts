/** `/jobs/{id}/source` and `POST /jobs` with `source_job_id` by status, on fakes. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPlans, type Plans } from '../../src/domain/plan.ts';
import type { PreflightOutcome, PreflightRequest } from '../../src/ports/engine.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const pdf = '%PDF-1.7 and the rest';
const etag = `"${createHash('sha256').update(pdf).digest('hex')}"`;

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let spoolDir: string;
let preflight: PreflightOutcome;
let passwords: (string | undefined)[];
let base: string;
/** Changed by some tests after the first submit. */
let plans: { -readonly [Tier in keyof Plans]: Plans[Tier] };

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  preflight = { status: 'accepted', pageCount: 3, encrypted: false, tagged: false, repaired: false };
  passwords = [];
  plans = { ...defaultPlans, free: { ...defaultPlans.free, activeJobsMax: 2, pagesPerMonth: 6 } };
  const engine = {
    ...fakeEngine(),
    preflight: async ({ password }: PreflightRequest) => {
      passwords.push(password);
      return preflight;
    },
  };
  const app = await testApp({ store, blobs, spoolDir, plans, engine });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

const as = (user: string, path: string, init: RequestInit = {}) =>
  fetch(`${base}${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${user}` } });

async function submit(fields: Record<string, string | Blob>, user = 'alice') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'Bericht “1”.PDF');
  }
  const answer = await as(user, '/jobs', { method: 'POST', body: form });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, body, id: body['id'] ?? '' };
}

const file = new Blob([pdf]);
const sources = async () => (await Array.fromAsync(blobs.list('accounts/'))).map(({ key }) => key);

describe('GET /jobs/{id}/source', () => {
  it('200: the submitted bytes, under their file name, as an attachment', async () => {
    const { id } = await submit({ file });
    const answer = await as('alice', `/jobs/${id}/source`);
    expect([answer.status, await answer.text()]).toEqual([200, pdf]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="Bericht _1_\.pdf"; filename\*=/),
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-length': String(pdf.length),
      etag,
    });
  });

  it('200: HEAD returns the same headers without a body', async () => {
    const { id } = await submit({ file });
    const answer = await as('alice', `/jobs/${id}/source`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect([answer.headers.get('content-length'), answer.headers.get('etag')]).toEqual([
      String(pdf.length),
      etag,
    ]);
  });

  it('206, 304 and 416: ranges and versions as for every download', async () => {
    const { id } = await submit({ file });
    const part = await as('alice', `/jobs/${id}/source`, { headers: { range: 'bytes=0-4' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '%PDF-',
      `bytes 0-4/${pdf.length}`,
    ]);
    const same = await as('alice', `/jobs/${id}/source`, { headers: { 'if-none-match': etag } });
    expect(same.status).toBe(304);
    const beyond = await as('alice', `/jobs/${id}/source`, { headers: { range: 'bytes=99-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${pdf.length}`]);
  });

  it('404: the same for foreign, unknown, malformed and deleted jobs', async () => {
    const [{ id }, deleted] = [await submit({ file }), await submit({ file })];
    await as('alice', `/jobs/${deleted.id}`, { method: 'DELETE' });
    const answers = await Promise.all([
      as('mallory', `/jobs/${id}/source`),
      ...[deleted.id, randomUUID(), 'nonsense'].map((absent) => as('alice', `/jobs/${absent}/source`)),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'job_not_found', detail: 'Job not found.' });
    }
  });

  it('405: any other method', async () => {
    const { id } = await submit({ file });
    expect((await as('alice', `/jobs/${id}/source`, { method: 'DELETE' })).status).toBe(405);
  });
});

describe('POST /jobs with source_job_id', () => {
  it('201: the same file with different options, stored again under the new job', async () => {
    const first = await submit({ file });
    const second = await submit({ source_job_id: first.id, options: '{"format":["text"]}' });
    expect(second.status).toBe(201);
    expect(second.body['options']).toMatchObject({ format: ['text'] });
    expect(await sources()).toHaveLength(2);
    await as('alice', `/jobs/${first.id}`, { method: 'DELETE' });
    const source = await as('alice', `/jobs/${second.id}/source`);
    expect(await source.text()).toBe(pdf);
    expect(source.headers.get('content-disposition')).toContain('Bericht _1_.pdf');
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('400: together with a file in any order, twice, or with neither', async () => {
    const { id } = await submit({ file });
    for (const fields of [
      { source_job_id: id, file },
      { file, source_job_id: id },
    ]) {
      const { status, body } = await submit(fields);
      expect([status, body['code']]).toEqual([400, 'invalid_request']);
      expect(body['errors']).toMatchObject([{ loc: ['source_job_id'] }]);
    }
    expect((await submit({ options: '{}' })).body['errors']).toMatchObject([{ loc: ['file'] }]);
    const form = new FormData();
    for (const value of [id, id]) form.append('source_job_id', value);
    expect((await as('alice', '/jobs', { method: 'POST', body: form })).status).toBe(400);
    expect(await sources()).toHaveLength(1);
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('400: a document that preflight refuses, with the password of this request', async () => {
    const first = await submit({ file, options: '{"password":"once"}' });
    preflight = { status: 'refused', reason: 'password_required', message: 'Locked.' };
    const { status, body } = await submit({ source_job_id: first.id });
    expect([status, body['code']]).toEqual([400, 'pdf_password_required']);
    expect(passwords).toEqual(['once', undefined]);
    expect(await sources()).toHaveLength(1);
  });

  it('400: source_job_id in a preflight request', async () => {
    const { id } = await submit({ file });
    const form = new FormData();
    form.append('source_job_id', id);
    const answer = await as('alice', '/preflight', { method: 'POST', body: form });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ loc: ['source_job_id'] }, { loc: ['file'] }] });
  });

  it('402: the pages count again', async () => {
    plans.free = { ...plans.free, pagesPerMonth: 5 };
    const { id } = await submit({ file });
    expect((await submit({ source_job_id: id })).status).toBe(402);
  });

  it('404: a foreign, unknown, malformed or deleted job', async () => {
    const [{ id }, deleted] = [await submit({ file }), await submit({ file })];
    await as('alice', `/jobs/${deleted.id}`, { method: 'DELETE' });
    const answers = [
      await submit({ source_job_id: id }, 'mallory'),
      await submit({ source_job_id: deleted.id }),
      await submit({ source_job_id: randomUUID() }),
      await submit({ source_job_id: '../../secret' }),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      Array(4).fill([404, 'job_not_found']),
    );
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('413: the plan now allows less than when the file was submitted', async () => {
    const { id } = await submit({ file });
    plans.free = { ...plans.free, fileBytesMax: pdf.length - 1 };
    const { status, body } = await submit({ source_job_id: id });
    expect([status, body['code']]).toEqual([413, 'file_too_large']);
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('429: no free job slot', async () => {
    const { id } = await submit({ file });
    await submit({ file });
    expect((await submit({ source_job_id: id })).status).toBe(429);
  });

  it('503: a stored source that is missing or differs from the submitted file', async () => {
    const { id } = await submit({ file });
    const [key = ''] = await sources();
    await blobs.put(key, Buffer.from('%PDF-1.7 something else'), { contentType: 'application/pdf' });
    expect((await submit({ source_job_id: id })).status).toBe(503);
    await blobs.deletePrefix(key.replace(/[^/]+$/, ''));
    expect((await submit({ source_job_id: id })).status).toBe(503);
    expect(readdirSync(spoolDir)).toEqual([]);
  });
});
