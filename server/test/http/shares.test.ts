/** `/jobs/{id}/shares` and `/shared` by status, on fakes: a link opens one result and nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOf, heading, paragraph } from '@octavo/document/write/sample-document.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/domain/job.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { admitted, claimed, noon, sampleJob } from '../contracts/samples.ts';
import { sampleShare } from '../contracts/store-shares.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { jobWithReading } from '../fakes/stored-reading.ts';
import { testApp } from './test-app.ts';

const secret = 'The liability shall not exceed EUR 500,000.';
const shown = 'Everyone may read this paragraph.';
const document = documentOf([[heading(1, 'Contract'), paragraph(shown), paragraph(secret)]]);
const dayMs = 86_400_000;

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let app: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  [store, blobs] = [memoryStore(), await memoryBlobs()];
  app = await testApp({ store, blobs });
});
afterAll(() => blobs.close());

async function accountOf(subject: string): Promise<string> {
  const person = { issuer: 'https://id.test', subject, email: '' };
  return (await store.accounts.findOrCreate(person, new Date())).id;
}

async function doneJob(subject = 'alice'): Promise<Job> {
  const job = await jobWithReading(store, blobs, await accountOf(subject), document);
  const { objectKey, bytes } = job.outputs[0] ?? { objectKey: '', bytes: 0 };
  await blobs.put(objectKey, Buffer.alloc(bytes, 'm'), { contentType: 'text/markdown' });
  await blobs.put(sourceKey(job), Buffer.alloc(job.source.bytes, 'p'), { contentType: 'application/pdf' });
  return job;
}

type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly code: unknown };

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const body = isJson ? (answer.json() as Record<string, unknown>) : {};
  return { status: answer.statusCode, body, code: body['code'], text: answer.body, headers: answer.headers };
}

const create = (id: string, payload: object = {}, caller = 'alice') =>
  send('POST', `/jobs/${id}/shares`, caller, payload);
const list = (id: string, caller = 'alice') => send('GET', `/jobs/${id}/shares`, caller);
const revoke = (id: string, shareId: string, caller = 'alice') =>
  send('DELETE', `/jobs/${id}/shares/${shareId}`, caller);
const open = (token: string, path = '') => send('GET', `/shared${path}`, token);
const tokenOf = ({ body }: Answer) => String(body['token']);

describe('201', () => {
  it('has the token, and lasts seven days with the pages of the PDF unless chosen otherwise', async () => {
    const { id } = await doneJob();
    const made = await create(id);
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('private, no-store');
    expect(made.body).toMatchObject({ name: null, ref: null, with_source: true, url: null });
    expect(tokenOf(made)).toMatch(/^shr_[A-Za-z0-9_-]{43}$/);
    const days = (Date.parse(String(made.body['expires_at'])) - Date.now()) / dayMs;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  it('ends with its job at the latest', async () => {
    const job = await doneJob();
    const end = new Date(Date.now() + dayMs);
    await store.retention.setExpiry(job.accountId, job.id, end);
    expect((await create(job.id)).body['expires_at']).toBe(end.toISOString());
    expect((await list(job.id)).body['items']).toMatchObject([{ expires_at: end.toISOString() }]);
  });
});

describe('200', () => {
  it('the list has no token, and no link that was revoked', async () => {
    const { id } = await doneJob();
    const made = await create(id, { name: ' for Ada ' });
    const other = await create(id);
    expect((await revoke(id, String(other.body['id']))).status).toBe(204);
    const { body, text } = await list(id);
    expect(body).toMatchObject({ total: 1, items: [{ id: made.body['id'], name: 'for Ada' }] });
    expect(text).not.toContain(tokenOf(made).slice(0, 12));
  });

  it('a link shows the result without an account, and nothing of its owner', async () => {
    const job = await doneJob();
    const token = tokenOf(await create(job.id, { name: 'for Ada' }));
    const { body, text, headers } = await open(token);
    expect(body).toMatchObject({
      ...{ file_name: 'report.pdf', page_count: 3, formats: ['markdown'] },
      ...{ with_source: true, element: null },
    });
    for (const hidden of [job.id, job.accountId, 'for Ada', 'alice']) expect(text).not.toContain(hidden);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
  });

  it('files are downloaded whole or in part, never opened by a browser', async () => {
    const { id } = await doneJob();
    const token = tokenOf(await create(id));
    const markdown = await open(token, '/download/markdown');
    expect(markdown).toMatchObject({ status: 200, text: 'm'.repeat(42) });
    expect(markdown.headers).toMatchObject({
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(markdown.headers['content-disposition']).toMatch(/^attachment/);
    const part = await app.inject({
      url: '/shared/source',
      headers: { authorization: `Bearer ${token}`, range: 'bytes=0-9' },
    });
    expect([part.statusCode, part.body]).toEqual([206, 'p'.repeat(10)]);
  });

  it('a link to one block shows that block', async () => {
    const { id } = await doneJob();
    const made = await create(id, { ref: '/kids/1' });
    expect(made.body).toMatchObject({ ref: '/kids/1', with_source: false });
    const { body, text } = await open(tokenOf(made));
    expect(body).toMatchObject({
      formats: [],
      with_source: false,
      element: { ref: '/kids/1', type: 'paragraph', page: 1, markdown: shown, truncated: false },
    });
    expect(text).not.toContain(secret);
    expect(text).not.toContain('Contract');
  });
});

describe('400', () => {
  it.each([
    [{ expires_at: new Date(Date.now() - dayMs).toISOString() }, 'expires_at'],
    [{ expires_at: new Date(Date.now() + 91 * dayMs).toISOString() }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ ref: '/kids/3' }, 'ref'],
    [{ ref: '/kids/1/kids/0' }, 'ref'],
    [{ ref: 'all' }, 'ref'],
    [{ ref: '/kids/1', with_source: true }, 'with_source'],
    [{ name: '' }, 'name'],
    [{ surplus: 1 }, 'surplus'],
  ])('%j', async (payload, field) => {
    const { id } = await doneJob();
    const { status, body } = await create(id, payload);
    expect(status).toBe(400);
    expect(JSON.stringify(body['errors'])).toContain(field);
    expect((await list(id)).body['total']).toBe(0);
  });

  it('a format that links do not offer', async () => {
    const token = tokenOf(await create((await doneJob()).id));
    expect((await open(token, '/download/tagged-pdf')).status).toBe(400);
  });
});

describe('401', () => {
  it('managing links needs credentials, and the token of a link is none', async () => {
    const { id } = await doneJob();
    const token = tokenOf(await create(id));
    const refused = await testApp({
      store,
      blobs,
      sessions: {
        verify: async () => {
          throw new Error('unexpected');
        },
      },
    });
    const paths = [`/jobs/${id}`, '/jobs', `/jobs/${id}/shares`, `/jobs/${id}/download/markdown`, '/auth/me'];
    for (const url of paths) {
      expect((await app.inject({ url })).statusCode, url).toBe(401);
      const answer = await refused.inject({ url, headers: { 'x-api-key': token } });
      expect(answer.statusCode, url).toBe(401);
    }
  });
});

describe('403', () => {
  it('share_limit_reached: a job has at most fifty links', async () => {
    const job = await doneJob();
    for (const _ of Array(50)) await store.shares.create(sampleShare(job), 50);
    expect((await create(job.id)).code).toBe('share_limit_reached');
  });
});

describe('404', () => {
  it('job_not_found: jobs of others, in the same words as absent ones', async () => {
    const { id } = await doneJob();
    const { body } = await create(id);
    const foreign = [await create(id, {}, 'mallory'), await list(id, 'mallory')];
    expect(foreign.map(({ status, code }) => [status, code])).toEqual(Array(2).fill([404, 'job_not_found']));
    expect((await revoke(id, String(body['id']), 'mallory')).code).toBe('share_not_found');
    expect((await list(id)).body['total']).toBe(1);
  });

  it('share_not_found: a link of another job, an absent one, or none', async () => {
    const [mine, other] = [await doneJob(), await doneJob()];
    const { body } = await create(other.id);
    for (const shareId of [String(body['id']), mine.id, 'none']) {
      expect((await revoke(mine.id, shareId)).code).toBe('share_not_found');
    }
  });

  it('share_not_found: the same answer for every link that does not work', async () => {
    const job = await doneJob();
    const revoked = await create(job.id);
    await revoke(job.id, String(revoked.body['id']));
    const gone = await doneJob();
    const ofDeleted = await create(gone.id);
    await send('DELETE', `/jobs/${gone.id}`, 'alice');
    const tokens = [tokenOf(revoked), tokenOf(ofDeleted), `shr_${'A'.repeat(43)}`, 'alice', 'shr_', ''];
    for (const path of ['', '/download/markdown', '/source', '/images/a.png']) {
      const answers = await Promise.all(tokens.map((token) => open(token, path)));
      const seen = answers.map(({ status, body: { code, detail } }) => ({ status, code, detail }));
      expect(new Set(seen.map((one) => JSON.stringify(one))).size, path).toBe(1);
      expect(seen[0]).toMatchObject({ status: 404, code: 'share_not_found' });
    }
    expect((await app.inject({ url: '/shared' })).statusCode).toBe(404);
  });

  it('share_not_found: a link to one block opens no file', async () => {
    const token = tokenOf(await create((await doneJob()).id, { ref: '/kids/1' }));
    for (const path of ['/download/markdown', '/source', '/images/a.png']) {
      expect((await open(token, path)).code, path).toBe('share_not_found');
    }
  });

  it('share_not_found: the PDF, if the link does not include it', async () => {
    const token = tokenOf(await create((await doneJob()).id, { with_source: false }));
    expect((await open(token)).body).toMatchObject({ with_source: false });
    expect((await open(token, '/source')).code).toBe('share_not_found');
    expect((await open(token, '/download/markdown')).status).toBe(200);
  });

  it('share_not_found: a block of a conversion that was replaced', async () => {
    const job = await doneJob();
    const token = tokenOf(await create(job.id, { ref: '/kids/1' }));
    const reading = await store.jobs.reading(job.accountId, job.id);
    if (!reading) throw new Error('expected a reading index');
    const outputs = job.outputs;
    await store.jobs.replaceOutputs(job, outputs, { reading: { ...reading, sha256: 'cd'.repeat(32) } });
    expect((await open(token)).code).toBe('share_not_found');
  });

  it('share_not_found: a format that the job does not have', async () => {
    const token = tokenOf(await create((await doneJob()).id));
    expect((await open(token, '/download/html')).code).toBe('share_not_found');
    expect((await open(token, '/images/a.png')).code).toBe('share_not_found');
  });
});

describe('409', () => {
  it('job_not_done and job_failed', async () => {
    const accountId = await accountOf('alice');
    const pending = await admitted(store, sampleJob(accountId));
    expect((await create(pending)).code).toBe('job_not_done');
    const failed = await claimed(store, sampleJob(accountId));
    await store.jobs.fail(failed, 'damaged', noon);
    expect((await create(failed.id)).code).toBe('job_failed');
  });
});

describe('the URL of a link', () => {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-shares-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const dashboard = {
    directory,
    ...{ issuer: 'https://id.test', clientId: 'web', scope: 'openid', signInParameters: {} },
    ...{
      connectOrigins: [],
      ocrLanguages: [],
      upgradePath: { url: null, text: null, contact: null },
      planPrices: {},
    },
    links: { docs: null, status: null, support: null },
  };
  const urlWith = async (contentOrigin: string | null) => {
    const browser = { publicUrl: 'https://api.test', corsOrigins: [], contentOrigin };
    const served = await testApp({ store, blobs, dashboard, browser });
    const { id } = await doneJob();
    const headers = { authorization: 'Bearer alice' };
    const made = await served.inject({ method: 'POST', url: `/jobs/${id}/shares`, headers, payload: {} });
    const { url, token } = made.json() as { url: string; token: string };
    return { url, token };
  };

  it('is null for a dashboard without the page', async () => {
    expect((await urlWith(null)).url).toBeNull();
  });

  it('has the token in its fragment, which no server gets', async () => {
    writeFileSync(join(directory, 'shared.html'), '<!doctype html>');
    const { url, token } = await urlWith(null);
    expect(url).toBe(`https://api.test/app/shared#${token}`);
  });

  it('is on the content origin, if there is one', async () => {
    writeFileSync(join(directory, 'shared.html'), '<!doctype html>');
    const { url, token } = await urlWith('https://files.test');
    expect(url).toBe(`https://files.test/app/shared#${token}`);
  });
});
