/** `/preflight` by status, on fakes: responses, refusals and clean-up. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPlans, type Plans } from '../../src/domain/plan.ts';
import type { InspectOutcome, InspectRequest, PreflightOutcome } from '../../src/ports/engine.ts';
import { fakeEngine, plainFindings } from '../fakes/fake-engine.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const pdf = '%PDF-1.7 and the rest';
const plans: Plans = {
  ...defaultPlans,
  free: { ...defaultPlans.free, fileBytesMax: 1_000, pagesPerMonth: 10, activeJobsMax: 1 },
};

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let spoolDir: string;
let base: string;
let preflight: PreflightOutcome;
let inspect: (request: InspectRequest) => InspectOutcome | Promise<InspectOutcome>;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  preflight = { status: 'accepted', pageCount: 3, encrypted: false, tagged: false, repaired: false };
  inspect = () => plainFindings(3);
  const engine = fakeEngine({ preflight: () => preflight, inspect: (request) => inspect(request) });
  const app = await testApp({ store, blobs, spoolDir, plans, engine });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

type Form = { file?: string | null; options?: string; extra?: [string, string] };

async function send(path: string, { file = pdf, options, extra }: Form = {}, token: string | null = 'alice') {
  const form = new FormData();
  if (options !== undefined) form.append('options', options);
  if (extra) form.append(...extra);
  if (file !== null) form.append('file', new Blob([file]), 'report.pdf');
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(base + path, { method: 'POST', body: form, headers });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body, headers: answer.headers };
}

const sendRequest = (form?: Form, token?: string | null) => send('/preflight', form, token);

async function expectNothingLeft(): Promise<void> {
  expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
  expect(readdirSync(spoolDir)).toEqual([]);
}

describe('200', () => {
  it('a plain document: every field, without recommendations', async () => {
    const { status, body } = await sendRequest();
    expect(status).toBe(200);
    expect(body).toEqual({
      pages: 3,
      pages_inspected: 3,
      encrypted: false,
      tagged: false,
      scanned_pages: [],
      scanned_pages_with_text: [],
      pages_without_text: [],
      garbled_text: { risk: 'none', pages: [], fonts: 0, characters: 0 },
      cost: { pages: 3, pages_remaining: 10, pages_limit: 10, enough: true },
      submit_now: { status: 201, code: null },
      recommended_options: {},
      reasons: [],
    });
    await expectNothingLeft();
  });

  it('creates no job and charges nothing', async () => {
    await sendRequest();
    const headers = { authorization: 'Bearer alice' };
    const list = await (await fetch(`${base}/jobs`, { headers })).json();
    expect(list).toMatchObject({ total: 0 });
    expect(await (await fetch(`${base}/auth/me`, { headers })).json()).toMatchObject({ pages_used: 0 });
  });

  it('returns findings and recommendations with the public option names', async () => {
    preflight = { status: 'accepted', pageCount: 3, encrypted: true, tagged: true, repaired: false };
    const { findings } = plainFindings(3);
    inspect = () => ({
      status: 'inspected',
      findings: {
        ...findings,
        scannedPages: [2],
        pagesWithoutText: [2],
        garbledPages: [3],
        unmappedFonts: 1,
        unmappedLetters: 40,
      },
    });
    const { body } = await sendRequest();
    expect(body).toMatchObject({
      encrypted: true,
      tagged: true,
      scanned_pages: [2],
      garbled_text: { risk: 'high', pages: [3], fonts: 1, characters: 40 },
      recommended_options: {},
    });
    const reasons = body['reasons'] as { option: string; value: unknown; why: string }[];
    expect(reasons.map(({ option }) => option)).toEqual(['use_struct_tree', null, null, 'format']);
    expect(reasons.every(({ why }) => why.length > 40)).toBe(true);
  });

  it('inspects the selected pages with the given password', async () => {
    let seen: InspectRequest | undefined;
    inspect = (request) => {
      seen = request;
      return plainFindings(2);
    };
    const { body } = await sendRequest({ options: '{"pages":"1,3","password":"hunter2"}' });
    expect(seen).toMatchObject({
      range: [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
      password: 'hunter2',
    });
    expect(body).toMatchObject({ pages: 3, pages_inspected: 2, cost: { pages: 2 } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it('instead of 402: reports that the quota is too small, and which pages fit', async () => {
    preflight = { status: 'accepted', pageCount: 12, encrypted: false, tagged: false, repaired: false };
    inspect = () => plainFindings(12);
    const { status, body } = await sendRequest();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cost: { pages: 12, pages_remaining: 10, enough: false },
      submit_now: { status: 402, code: 'page_limit_reached' },
      recommended_options: { pages: '1-10' },
    });
    expect((await send('/jobs')).status).toBe(402);
    expect((await send('/jobs', { options: '{"pages":"1-10"}' })).status).toBe(201);
  });

  it('instead of 429: reports that every job slot is in use', async () => {
    expect((await send('/jobs')).status).toBe(201);
    expect((await send('/jobs')).status).toBe(429);
    const { status, body } = await sendRequest();
    expect(status).toBe(200);
    expect(body['submit_now']).toEqual({ status: 429, code: 'concurrent_job_limit' });
  });

  it('reports pages that were not inspected as unknown', async () => {
    inspect = () => plainFindings(0);
    const { body } = await sendRequest();
    expect(body).toMatchObject({ pages_inspected: 0, garbled_text: { risk: 'unknown' } });
    expect(JSON.stringify(body['reasons'])).toContain('0 of 3 pages');
  });
});

describe('400', () => {
  it.each<[string, Form, string]>([
    ['no file', { file: null }, 'invalid_request'],
    ['no magic bytes', { file: 'hello' }, 'invalid_pdf'],
    ['options that are not JSON', { options: '{' }, 'invalid_json'],
    ['an unknown option', { options: '{"colour":1}' }, 'invalid_request'],
    ['pages outside the document', { options: '{"pages":"2-9"}' }, 'invalid_request'],
    ['an unknown part', { extra: ['colour', 'red'] }, 'invalid_request'],
  ])('%s', async (_name, form, code) => {
    const { status, body } = await sendRequest(form);
    expect([status, body['code']]).toEqual([400, code]);
    await expectNothingLeft();
  });

  it.each<[PreflightOutcome, string]>([
    [{ status: 'refused', reason: 'unreadable', message: 'Damaged.' }, 'pdf_unreadable'],
    [{ status: 'refused', reason: 'password_required', message: 'Locked.' }, 'pdf_password_required'],
    [{ status: 'refused', reason: 'password_incorrect', message: 'Wrong.' }, 'pdf_password_incorrect'],
  ])('%j', async (outcome, code) => {
    preflight = outcome;
    const { status, body } = await sendRequest();
    expect([status, body['code']]).toEqual([400, code]);
    await expectNothingLeft();
  });

  it('a tagged PDF of an encrypted file', async () => {
    preflight = { status: 'accepted', pageCount: 3, encrypted: true, tagged: false, repaired: false };
    const { status, body } = await sendRequest({ options: '{"format":["tagged-pdf"]}' });
    expect([status, body['code']]).toEqual([400, 'format_unsupported']);
  });
});

it('401: without credentials', async () => {
  expect((await sendRequest({}, null)).status).toBe(401);
});

it('413: a file over the limit of the plan', async () => {
  const { status, body } = await sendRequest({ file: pdf + 'x'.repeat(2_000) });
  expect([status, body['code']]).toEqual([413, 'file_too_large']);
  await expectNothingLeft();
});

it('400: a body that is not a form', async () => {
  const headers = { authorization: 'Bearer alice', 'content-type': 'application/xml' };
  expect((await fetch(`${base}/preflight`, { method: 'POST', body: 'x', headers })).status).toBe(400);
});

describe('429', () => {
  it('the third concurrent request of an account; other accounts are not affected, and a finished request frees a slot', async () => {
    const pending: ((outcome: InspectOutcome) => void)[] = [];
    const bothRunning = Promise.withResolvers<void>();
    inspect = () =>
      new Promise((resolve) => {
        pending.push(resolve);
        if (pending.length === 2) bothRunning.resolve();
      });
    const running = [sendRequest(), sendRequest()];
    await bothRunning.promise;
    const refused = await sendRequest();
    expect([refused.status, refused.body['code']]).toEqual([429, 'too_many_inspections']);
    expect(refused.body['detail']).toContain('2 of your documents');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    inspect = () => plainFindings(3);
    expect((await sendRequest({}, 'bob')).status).toBe(200);
    for (const resolve of pending) resolve(plainFindings(3));
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await sendRequest()).status).toBe(200);
    await expectNothingLeft();
  });

  it('a refused file releases its slot', async () => {
    for (let n = 0; n < 5; n += 1) expect((await sendRequest({ file: 'hello' })).status).toBe(400);
    expect((await sendRequest()).status).toBe(200);
  });

  it('no process was free in time because of other documents of the account', async () => {
    inspect = () => ({ status: 'busy', because: 'account' });
    const { status, body, headers } = await sendRequest();
    expect([status, body['code']]).toEqual([429, 'too_many_inspections']);
    expect(headers.get('retry-after')).toBe('5');
    await expectNothingLeft();
  });
});

it('503: no process was free in time for the check or the inspection', async () => {
  inspect = () => ({ status: 'busy', because: 'service' });
  const inspected = await sendRequest();
  preflight = { status: 'busy', because: 'service' };
  const checked = await sendRequest();
  for (const { status, body, headers } of [inspected, checked]) {
    expect([status, body['code']]).toEqual([503, 'service_unavailable']);
    expect(headers.get('retry-after')).toBe('5');
  }
  await expectNothingLeft();
});

it('503: the parser cannot run', async () => {
  const failure = {
    class: 'environment',
    retryable: true,
    message: 'm',
    detail: 'secret path',
    failedFormats: [],
    workingFormats: [],
  } as const;
  inspect = () => ({ status: 'failed', failure });
  const { status, body } = await sendRequest();
  expect([status, body['code']]).toEqual([503, 'service_unavailable']);
  expect(JSON.stringify(body)).not.toContain('secret');
  await expectNothingLeft();
});

it('a disconnect stops the inspection', async () => {
  const stopped = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  inspect = ({ signal }) => {
    started.resolve();
    return new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        stopped.resolve();
        resolve(plainFindings(0));
      });
    });
  };
  const disconnecting = new AbortController();
  const body = new FormData();
  body.append('file', new Blob([pdf]), 'report.pdf');
  const headers = { authorization: 'Bearer alice' };
  const response = fetch(`${base}/preflight`, {
    method: 'POST',
    body,
    headers,
    signal: disconnecting.signal,
  });
  await started.promise;
  disconnecting.abort();
  await expect(response).rejects.toThrow();
  await stopped.promise;
});
