/** `/jobs` by status, on fakes: responses, the order of checks, and clean-up. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import { defaultPlans, type Plans } from '../../src/domain/plan.ts';
import { unseal } from '../../src/domain/sealing.ts';
import type { PreflightOutcome, PreflightRequest } from '../../src/ports/engine.ts';
import { claimAgain } from '../contracts/samples.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

type Form = { file?: string | null; fileName?: string; options?: string; extra?: [string, string] };

const pdf = '%PDF-1.7 and the rest';
const plans: Plans = {
  ...defaultPlans,
  free: { ...defaultPlans.free, fileBytesMax: 1_000, pagesPerMonth: 10 },
};

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let spoolDir: string;
let preflight: PreflightOutcome;
let check: ((request: PreflightRequest) => Promise<PreflightOutcome>) | null;
let base: string;

async function start(): Promise<FastifyInstance> {
  const app = await testApp({
    store,
    blobs,
    spoolDir,
    plans,
    engine: fakeEngine({ preflight: (request) => check?.(request) ?? preflight }),
  });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  preflight = { status: 'accepted', pageCount: 3, encrypted: false, tagged: false };
  check = null;
  await start();
});

function formOf({ file = pdf, fileName = 'report.pdf', options, extra }: Form): FormData {
  const form = new FormData();
  if (options !== undefined) form.append('options', options);
  if (extra) form.append(...extra);
  if (file !== null) form.append('file', new Blob([file]), fileName);
  return form;
}

async function submit(form: Form = {}, token = 'alice') {
  const answer = await fetch(`${base}/jobs`, {
    method: 'POST',
    body: formOf(form),
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, body, headers: answer.headers };
}

async function stored(): Promise<string[]> {
  return (await Array.fromAsync(blobs.list('accounts/'))).map(({ key }) => key);
}

async function expectNothingLeft(): Promise<void> {
  expect(await stored()).toEqual([]);
  expect(readdirSync(spoolDir)).toEqual([]);
  expect(await store.uploads.abandoned(10, [])).toEqual([]);
  const { id } = await store.accounts.findOrCreate(
    { issuer: 'https://id.test', subject: 'alice', email: '' },
    new Date(),
  );
  expect(await store.jobs.activeCount(id)).toBe(0);
}

describe('POST /jobs', () => {
  it('201: the file is read completely before its spool file is removed', async () => {
    let seen = '';
    const { putFile } = blobs;
    blobs.putFile = async (key, file, options) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen = readdirSync(spoolDir).join();
      return putFile(key, file, options);
    };
    expect((await submit()).status).toBe(201);
    expect(seen).toMatch(/^upload-/);
  });

  it('201: the job, pending, with exactly the fields of the contract and defaults filled in', async () => {
    const { status, body } = await submit();
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual([
      'created_at',
      'download_urls',
      'error_message',
      'id',
      'options',
      'page_count',
      'status',
      'updated_at',
      'user_id',
    ]);
    expect(body).toMatchObject({
      status: 'pending',
      page_count: null,
      error_message: null,
      download_urls: {},
    });
    expect(body['options']).toMatchObject({ format: ['markdown', 'json'], table_method: 'default' });
    expect(await stored()).toEqual([`accounts/${body['user_id']}/jobs/${body['id']}/source.pdf`]);
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('201: a password is accepted, sealed for the worker, and never returned', async () => {
    const { body } = await submit({ options: '{"password":"hunter2"}' });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    const claim = await store.jobs.claim(body['id'] ?? '', 1_000);
    expect(unseal([Buffer.alloc(32)], claim?.sealedPassword ?? Buffer.alloc(0), body['id'] ?? '')).toBe(
      'hunter2',
    );
  });

  it('201: only the pages selected by the option are reserved', async () => {
    await submit({ options: '{"pages":"1,3"}' });
    const me = await fetch(`${base}/auth/me`, { headers: { authorization: 'Bearer alice' } });
    expect(await me.json()).toMatchObject({ pages_used: 2 });
  });

  it.each<[string, Form, string, unknown]>([
    ['no file', { file: null }, 'invalid_request', ['file']],
    ['an empty file', { file: '' }, 'invalid_request', ['file']],
    ['no magic bytes', { file: 'hello' }, 'invalid_pdf', undefined],
    ['fewer bytes than the magic bytes', { file: '%PD' }, 'invalid_pdf', undefined],
    ['magic bytes that are not at the start', { file: `\n${pdf}` }, 'invalid_pdf', undefined],
    ['options that are not JSON', { options: '{' }, 'invalid_json', ['options']],
    ['options that are not an object', { options: '[]' }, 'invalid_request', ['options']],
    ['an unknown option', { options: '{"colour":1}' }, 'invalid_request', ['options', 'colour']],
    ['no formats', { options: '{"format":[]}' }, 'invalid_request', ['options', 'format']],
    ['an unknown format', { options: '{"format":["docx"]}' }, 'invalid_request', ['options', 'format', 0]],
    ['pages outside the document', { options: '{"pages":"2-9"}' }, 'invalid_request', ['options', 'pages']],
    ['an unknown part', { extra: ['colour', 'red'] }, 'invalid_request', ['colour']],
    [
      'a long password',
      { options: `{"password":"${'x'.repeat(257)}"}` },
      'invalid_request',
      ['options', 'password'],
    ],
  ])('400: %s', async (_name, form, code, loc) => {
    const { status, body } = await submit(form);
    expect([status, body['code']]).toEqual([400, code]);
    if (loc) expect((body['errors'] as unknown as { loc: unknown }[])[0]?.loc).toEqual(loc);
    await expectNothingLeft();
  });

  it('400: two files', async () => {
    const body = formOf({});
    body.append('file', new Blob([pdf]), 'second.pdf');
    const answer = await fetch(`${base}/jobs`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer alice' },
    });
    expect(answer.status).toBe(400);
    await expectNothingLeft();
  });

  it.each<[PreflightOutcome, string]>([
    [{ status: 'refused', reason: 'unreadable', message: 'Damaged.' }, 'pdf_unreadable'],
    [{ status: 'refused', reason: 'no_pages', message: 'No pages.' }, 'pdf_unreadable'],
    [{ status: 'refused', reason: 'password_required', message: 'Locked.' }, 'pdf_password_required'],
    [{ status: 'refused', reason: 'password_incorrect', message: 'Wrong.' }, 'pdf_password_incorrect'],
  ])('400: a document that preflight refuses, %j', async (outcome, code) => {
    preflight = outcome;
    const { status, body } = await submit();
    expect([status, body['code']]).toEqual([400, code]);
    await expectNothingLeft();
  });

  it('400: a tagged PDF of an encrypted file', async () => {
    preflight = { status: 'accepted', pageCount: 3, encrypted: true, tagged: false };
    const { status, body } = await submit({ options: '{"format":["tagged-pdf"]}' });
    expect([status, body['code']]).toEqual([400, 'format_unsupported']);
    expect((await submit({ options: '{"format":["text"]}' })).status).toBe(201);
  });

  it('401: without credentials, before anything is read', async () => {
    const answer = await fetch(`${base}/jobs`, { method: 'POST', body: formOf({}) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    expect(existsSync(spoolDir) && readdirSync(spoolDir)).toEqual([]);
  });

  it('402: the documented object, at one page over the limit and not before', async () => {
    preflight = { status: 'accepted', pageCount: 9, encrypted: false, tagged: false };
    expect((await submit()).status).toBe(201);
    preflight = { status: 'accepted', pageCount: 2, encrypted: false, tagged: false };
    const { status, body } = await submit();
    expect(status).toBe(402);
    expect(body['detail']).toEqual({
      message: expect.any(String),
      pdf_pages: 2,
      pages_remaining: 1,
      pages_used: 9,
      pages_limit: 10,
      tier: 'free',
    });
    preflight = { status: 'accepted', pageCount: 1, encrypted: false, tagged: false };
    expect((await submit()).status).toBe(201);
  });

  it('402: pdf_pages counts the whole PDF, also when the option pages chose fewer', async () => {
    preflight = { status: 'accepted', pageCount: 12, encrypted: false, tagged: false };
    const { status, body } = await submit({ options: '{"pages":"1-11"}' });
    expect([status, body['detail']]).toEqual([
      402,
      {
        message: 'You asked for 11 of the PDF’s 12 pages, and 10 of this month’s 10 remain.',
        pdf_pages: 12,
        pages_remaining: 10,
        pages_used: 0,
        pages_limit: 10,
        tier: 'free',
      },
    ]);
    const whole = await submit();
    expect(whole.body['detail']).toMatchObject({
      message: 'The PDF has 12 pages, and 10 of this month’s 10 remain.',
      pdf_pages: 12,
    });
  });

  it('413: one byte over the limit, but not at the limit', async () => {
    const sized = (bytes: number) => pdf.padEnd(bytes, ' ');
    expect((await submit({ file: sized(1_000) })).status).toBe(201);
    const { status, body } = await submit({ file: sized(1_001) });
    expect([status, body['code']]).toEqual([413, 'file_too_large']);
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    'application/pdf',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'nonsense',
  ])('400: a body of the type %s', async (type) => {
    const answer = await fetch(`${base}/jobs`, {
      method: 'POST',
      body: pdf,
      headers: { authorization: 'Bearer alice', 'content-type': type },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      detail: 'The form is not valid: it must be multipart/form-data.',
      code: 'invalid_request',
    });
    await expectNothingLeft();
  });

  it('400: a compressed form', async () => {
    const answer = await fetch(`${base}/jobs`, {
      method: 'POST',
      body: formOf({}),
      headers: { authorization: 'Bearer alice', 'content-encoding': 'gzip' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      detail: 'The form is not valid: it must be sent without a Content-Encoding.',
    });
    await expectNothingLeft();
  });

  const send = async (body: FormData) => {
    const headers = { authorization: 'Bearer alice' };
    const answer = await fetch(`${base}/jobs`, { method: 'POST', body, headers });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, string>,
    };
  };
  const fileOf = (content: string | Buffer, type = 'application/json') =>
    new File([new Uint8Array(Buffer.from(content))], 'options.json', { type });

  it.each(['before', 'after'])('201: options as a file, %s the document', async (order) => {
    const form = new FormData();
    if (order === 'before') form.append('options', fileOf('\ufeff{"format":["text"]}'));
    form.append('file', new Blob([pdf]), 'a.pdf');
    if (order === 'after') form.append('options', fileOf('{"format":["text"]}'));
    const { status, body } = await send(form);
    expect([status, body['options']]).toMatchObject([201, { format: ['text'] }]);
  });

  it.each(['', ' \n'])('201: empty options mean the defaults, %j', async (options) => {
    const { status, body } = await submit({ options });
    expect([status, body['options']]).toMatchObject([201, { format: ['markdown', 'json'] }]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /options must be encoded as UTF-8/],
    ['too long', `{"password":"${'x'.repeat(70_000)}"}`, /options must not be longer than 65536 bytes/],
    ['not JSON', '{', /options is not valid JSON/],
  ])('400: options as a file that is %s', async (_what, content, detail) => {
    const form = formOf({});
    form.append('options', fileOf(content));
    const { status, body } = await send(form);
    expect([status, body['detail']]).toEqual([400, expect.stringMatching(detail)]);
    await expectNothingLeft();
  });

  it.each<[string, string, string]>([
    ['a field', 'pdf', 'pdf is not a part of this request; file is required'],
    ['a file', pdf, 'pdf is not a part of this request; file is required'],
    ['a large file', pdf.padEnd(90_000, ' '), 'pdf is not a part of this request; file must hold the PDF'],
  ])(
    '400: names every fault of a form whose document is sent under another name, as %s',
    async (as, content, faults) => {
      const form = new FormData();
      if (as === 'a field') form.append('pdf', content);
      else form.append('pdf', new Blob([content]), 'a.pdf');
      const { status, body } = await send(form);
      expect([status, body['detail']]).toEqual([400, `The request is not valid: ${faults}.`]);
      expect(body['errors']).toHaveLength(2);
    },
  );

  it('201: Location leads to the job, and nothing is cached', async () => {
    const { status, headers, body } = await send(formOf({}));
    expect([status, headers.get('location')]).toEqual([201, `/jobs/${body['id']}`]);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('201: reads the escapes of a browser in a file name', async () => {
    const form = new FormData();
    form.append('file', new Blob([pdf]), 'a "b".pdf');
    const { body } = await send(form);
    const answer = await fetch(`${base}/jobs/${body['id']}?include=file`, {
      headers: { authorization: 'Bearer alice' },
    });
    expect(await answer.json()).toMatchObject({ file: { name: 'a b.pdf' } });
  });

  it('429: reports the number of active jobs with Retry-After; a finished job frees a slot', async () => {
    const { body: first } = await submit();
    await submit();
    const refused = await submit();
    expect(refused.status).toBe(429);
    expect(refused.body['detail']).toContain('2 jobs are active');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await fetch(`${base}/jobs/${first['id']}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer alice' },
    });
    expect((await submit()).status).toBe(201);
  });

  it.each([
    ['account', 429, 'too_many_uploads'],
    ['service', 503, 'service_unavailable'],
  ] as const)(
    '%s busy: a document that waited too long for its check gets %i',
    async (because, ...answer) => {
      preflight = { status: 'busy', because };
      const { status, body, headers } = await submit();
      expect([status, body['code']]).toEqual(answer);
      expect(headers.get('retry-after')).toBe('5');
      if (because === 'account') expect(body['detail']).toMatch(/^0 jobs are active, /);
      await expectNothingLeft();
    },
  );

  it('503: a cancelled check reports nothing about the document', async () => {
    const texts = { message: 'm', detail: 'd', failedFormats: [], workingFormats: [] };
    preflight = { status: 'failed', failure: { class: 'cancelled', retryable: false, ...texts } };
    const { status, body } = await submit();
    expect([status, body['code']]).toEqual([503, 'service_unavailable']);
    await expectNothingLeft();
  });

  it('the check of a document counts for its account, and ends when the client disconnects', async () => {
    const started = Promise.withResolvers<PreflightRequest>();
    const ended = Promise.withResolvers<void>();
    check = (request) => {
      started.resolve(request);
      return new Promise((resolve) => {
        request.signal?.addEventListener('abort', () => {
          ended.resolve();
          resolve({ status: 'busy', because: 'service' });
        });
      });
    };
    const disconnecting = new AbortController();
    const headers = { authorization: 'Bearer alice' };
    const response = fetch(`${base}/jobs`, {
      method: 'POST',
      body: formOf({}),
      headers,
      signal: disconnecting.signal,
    });
    const account = await store.accounts.findOrCreate(
      { issuer: 'https://id.test', subject: 'alice', email: '' },
      new Date(),
    );
    expect((await started.promise).account).toBe(account.id);
    disconnecting.abort();
    await expect(response).rejects.toThrow();
    await ended.promise;
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
  });

  it('503: no file or job remains when the storage fails', async () => {
    blobs.putFile = async () => {
      throw unavailable('storage', new Error('unavailable'));
    };
    const { status, body } = await submit();
    expect([status, body['code']]).toEqual([503, 'service_unavailable']);
    await expectNothingLeft();
  });
});

describe('reading and deleting', () => {
  const as = (user: string, path: string, method = 'GET') =>
    fetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${user}` } });

  it('404: the same body for foreign, unknown and malformed ids, on every route', async () => {
    const { body } = await submit();
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
    const ids = [(await submit()).body['id'], (await submit()).body['id']];
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
    const [first, second] = [(await submit()).body, (await submit()).body];
    await store.jobs.fail(await claimAgain(store, first?.['id'] ?? ''), 'Damaged.', new Date());
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

  it('400: an unknown status returns the list of valid ones', async () => {
    const body = await (await as('alice', '/jobs?status=finished')).json();
    expect(body).toMatchObject({
      detail: expect.stringContaining('pending, processing, done, failed'),
      errors: [{ loc: ['query', 'status', 0] }],
    });
  });

  it('204: deletes the job and its files at once', async () => {
    const { body } = await submit();
    const answer = await as('alice', `/jobs/${body['id']}`, 'DELETE');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect((await as('alice', `/jobs/${body['id']}`)).status).toBe(404);
    expect((await as('alice', `/jobs/${body['id']}`, 'DELETE')).status).toBe(404);
    await expectNothingLeft();
  });

  it('409: a download before the job is done, and after it failed with its reason', async () => {
    const { body } = await submit();
    const id = body['id'] ?? '';
    const early = await as('alice', `/jobs/${id}/download/json`);
    expect(early.status).toBe(409);
    expect(early.headers.get('retry-after')).not.toBeNull();
    expect(await early.json()).toMatchObject({ code: 'job_not_done' });
    await store.jobs.fail(await claimAgain(store, id), 'The document is damaged.', new Date());
    const late = await as('alice', `/jobs/${id}/download/json`);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'job_failed', detail: 'The document is damaged.' });
  });
});

describe('an interrupted upload', () => {
  it('leaves no file on the disk', async () => {
    const boundary = 'cut';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf}`;
    const outgoing = httpRequest(`${base}/jobs`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer alice',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 100_000,
      },
    });
    outgoing.on('error', () => {});
    outgoing.write(head);
    await expect.poll(() => readdirSync(spoolDir)).toHaveLength(1);
    outgoing.destroy();
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
    await expectNothingLeft();
  });
});

describe('DELETE /jobs/{id}', () => {
  it('204: removes the files for any spelling of the id', async () => {
    const { body } = await submit();
    expect(await stored()).toHaveLength(1);
    const answer = await fetch(`${base}/jobs/${String(body['id']).toUpperCase()}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer alice' },
    });
    expect(answer.status).toBe(204);
    await expectNothingLeft();
  });
});
