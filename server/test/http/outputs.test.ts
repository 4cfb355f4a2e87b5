/** `POST /jobs/{id}/outputs` by status, on fakes. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOf, type Job } from '../../src/domain/job.ts';
import type { StoredWriteRequest, WriteOutcome } from '../../src/ports/document-writer.ts';
import { claimed, month, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { type FakeWriter, fakeWriter, writeFake, writerFailure } from '../fakes/fake-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { documentText, storedJob } from '../fakes/stored-job.ts';
import { testApp } from './test-app.ts';

let store: MemoryStore;
let blobs: MemoryBlobs;
let writer: FakeWriter;
let write: (request: StoredWriteRequest) => Promise<WriteOutcome>;
let spoolDir: string;
let base: string;
let accountId: string;
let job: Job;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  write = writeFake;
  writer = fakeWriter((request) => write(request));
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  const app = await testApp({ store, blobs, writer, spoolDir });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
  const alice = { issuer: 'https://id.test', subject: 'alice', email: '' };
  ({ id: accountId } = await store.accounts.findOrCreate(alice, new Date()));
  job = await storedJob(store, blobs, accountId);
});

type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null };

async function post(
  body: unknown,
  { id = job.id, user = 'alice', signal = new AbortController().signal } = {},
): Promise<Answer> {
  const answer = await fetch(`${base}/jobs/${id}/outputs`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
    signal,
  });
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, retryAfter };
}

const refusal = ({ status, body }: Answer) => [status, body['code']];
const urlsOf = ({ body }: Answer) => body['download_urls'] as Record<string, string>;
const stored = async () => (await Array.fromAsync(blobs.list('accounts/'))).map(({ key }) => key);

async function expectNothingLeft(): Promise<void> {
  const folder = folderOf(job.outputs[0]?.objectKey ?? '');
  expect((await stored()).filter((key) => !key.startsWith(folder))).toEqual([]);
  expect(readdirSync(spoolDir)).toEqual([]);
  expect(await store.outputWrites.begin(job, ['html'], 1)).toMatchObject({ kind: 'started' });
}

describe('POST /jobs/{id}/outputs', () => {
  it('200: the job with URLs of the new formats, written from its document with its options', async () => {
    const answer = await post({ format: ['html', 'text', 'html'] });
    expect(answer).toMatchObject({ status: 200, body: { id: job.id, status: 'done', page_count: 3 } });
    expect(Object.keys(urlsOf(answer)).toSorted()).toEqual(['html', 'markdown', 'text']);
    const html = await fetch(urlsOf(answer)['html'] ?? '');
    expect(await html.text()).toBe(`html of ${documentText}`);
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(writer.requests).toMatchObject([{ formats: ['html', 'text'], options: job.options }]);
    const headers = { authorization: 'Bearer alice' };
    const download = await fetch(`${base}/jobs/${job.id}/download/text`, { headers });
    expect(await download.text()).toBe(`text of ${documentText}`);
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('200: charges nothing and changes neither options nor events', async () => {
    const before = await store.accounts.monthUsage(accountId, month);
    const { body } = await post({ format: ['html'] });
    expect(await store.accounts.monthUsage(accountId, month)).toEqual(before);
    expect(body['options']).toMatchObject({ format: ['markdown', 'json'] });
    expect((await store.events.after(accountId, 0, 100, job.id)).length).toBe(3);
  });

  it('200: formats that the job has are not written again', async () => {
    await post({ format: ['html'] });
    const keys = await stored();
    const again = await post({ format: ['markdown', 'html'] });
    expect(again.status).toBe(200);
    expect(writer.requests).toHaveLength(1);
    expect(await stored()).toEqual(keys);
    await post({ format: ['html', 'json'] });
    expect(writer.requests.at(-1)?.formats).toEqual(['json']);
  });

  it('200: concurrent requests write a format once and get the same file', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post({ format: ['html'] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(writer.requests).toHaveLength(1);
    expect((await stored()).filter((key) => key.endsWith('/html'))).toHaveLength(1);
  });

  it('200: a format the job has, also without a stored document', async () => {
    const newJob = sampleJob(accountId);
    const claim = await claimed(store, newJob);
    const outputs = [sampleOutput(newJob, claim)];
    await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs }, noon);
    expect((await post({ format: ['markdown'] }, newJob)).status).toBe(200);
    const missing = await post({ format: ['html'] }, newJob);
    expect(refusal(missing)).toEqual([409, 'document_not_stored']);
    expect(missing.body['detail']).toContain('source_job_id');
  });

  it.each(['tagged-pdf', 'annotated-pdf', 'images'])('400: %s needs a new job', async (format) => {
    const answer = await post({ format: ['html', format] });
    expect(refusal(answer)).toEqual([400, 'format_unsupported']);
    expect(answer.body['detail']).toMatch(new RegExp(`^${format} cannot be added.*source_job_id`));
    expect(writer.requests).toEqual([]);
  });

  it.each([
    [{}, ['body', 'format']],
    [{ format: [] }, ['body', 'format']],
    [{ format: 'html' }, ['body', 'format']],
    [{ format: ['docx'] }, ['body', 'format', 0]],
    [{ format: ['html'], pages: '1' }, ['body', 'pages']],
    [null, ['body']],
  ])('400: %j', async (body, loc) => {
    const answer = await post(body);
    expect(refusal(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body['errors']).toMatchObject([{ loc }]);
  });

  it('400: not JSON', async () => {
    expect(refusal(await post('{'))).toEqual([400, 'invalid_json']);
  });

  it('401: without credentials', async () => {
    expect((await fetch(`${base}/jobs/${job.id}/outputs`, { method: 'POST' })).status).toBe(401);
  });

  it('404: a job of another account, a deleted job, an unknown id', async () => {
    expect(refusal(await post({ format: ['html'] }, { user: 'mallory' }))).toEqual([404, 'job_not_found']);
    expect(refusal(await post({ format: ['html'] }, { id: randomUUID() }))).toEqual([404, 'job_not_found']);
    expect(refusal(await post({ format: ['html'] }, { id: 'x' }))).toEqual([404, 'job_not_found']);
    await store.jobs.beginDelete(accountId, job.id, noon);
    expect(refusal(await post({ format: ['html'] }))).toEqual([404, 'job_not_found']);
  });

  it('404: a job that is deleted while its outputs are written; nothing is left', async () => {
    write = async (request) => {
      const written = await writeFake(request);
      await store.jobs.beginDelete(accountId, job.id, noon);
      return written;
    };
    expect(refusal(await post({ format: ['html'] }))).toEqual([404, 'job_not_found']);
    expect((await stored()).filter((key) => key.endsWith('/html'))).toEqual([]);
    expect(await store.jobs.isHeld(job.id)).toBe(false);
  });

  it('409: a job that is not done, or failed', async () => {
    const newJob = sampleJob(accountId);
    const claim = await claimed(store, newJob);
    const early = await post({ format: ['html'] }, newJob);
    expect(refusal(early)).toEqual([409, 'job_not_done']);
    expect(early.retryAfter).toBe('2');
    await store.jobs.fail(claim, 'Over.', noon);
    expect(refusal(await post({ format: ['html'] }, newJob))).toEqual([409, 'job_failed']);
  });

  it('409: a document from which the format cannot be written', async () => {
    write = async () => writerFailure({ class: 'disk', retryable: false, detail: 'too large' });
    const answer = await post({ format: ['html'] });
    expect(refusal(answer)).toEqual([409, 'document_not_stored']);
    expect(JSON.stringify(answer.body)).not.toContain('too large for');
    await expectNothingLeft();
  });

  it('503: the writer failed; nothing is left, and the next request succeeds', async () => {
    write = async () => writerFailure();
    const answer = await post({ format: ['html'] });
    expect(refusal(answer)).toEqual([503, 'service_unavailable']);
    expect(answer.retryAfter).toBe('2');
    write = writeFake;
    expect((await post({ format: ['html'] })).status).toBe(200);
  });

  it('503: a document that is missing or was changed in storage', async () => {
    const { key } = (await startedDocument()).document;
    await blobs.put(key, Buffer.from('the d0cument'), { contentType: 'application/gzip' });
    expect(refusal(await post({ format: ['html'] }))).toEqual([503, 'service_unavailable']);
    await blobs.put(key, Buffer.from(`${documentText}, and more`), { contentType: 'application/gzip' });
    expect(refusal(await post({ format: ['html'] }))).toEqual([503, 'service_unavailable']);
    await blobs.deletePrefix(folderOf(key));
    expect(refusal(await post({ format: ['html'] }))).toEqual([503, 'service_unavailable']);
    expect(writer.requests).toEqual([]);
    await expectNothingLeft();
  });

  it('503: storage that takes one of two files; nothing is left', async () => {
    const { putFile } = blobs;
    blobs.putFile = async (key, file, options) => {
      if (key.endsWith('/text')) throw new Error('the bucket is full');
      await putFile(key, file, options);
    };
    expect((await post({ format: ['html', 'text'] })).status).toBe(500);
    await expectNothingLeft();
  });

  it('keeps what was committed when the answer of the commit is lost', async () => {
    const { commit } = store.outputWrites;
    store.outputWrites.commit = async (...args) => {
      await commit(...args);
      throw new Error('connection terminated');
    };
    expect((await post({ format: ['html'] })).status).toBe(500);
    store.outputWrites.commit = commit;
    expect((await post({ format: ['html'] })).status).toBe(200);
    expect(writer.requests).toHaveLength(1);
    expect((await stored()).filter((key) => key.endsWith('/html'))).toHaveLength(1);
  });

  it('stops writing when the client disconnects', async () => {
    const gone = new AbortController();
    write = (request) => {
      const { promise, resolve } = Promise.withResolvers<WriteOutcome>();
      request.signal?.addEventListener('abort', () => resolve(writerFailure({ class: 'cancelled' })));
      gone.abort();
      return promise;
    };
    await expect(post({ format: ['html'] }, { signal: gone.signal })).rejects.toThrow();
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
    await expect.poll(() => store.jobs.isHeld(job.id)).toBe(false);
  });
});

describe('limits of POST /jobs/{id}/outputs', () => {
  it('429: another document of the account is being written; other accounts are served', async () => {
    const released = Promise.withResolvers<void>();
    write = async (request) => {
      await released.promise;
      return writeFake(request);
    };
    const first = post({ format: ['html'] });
    await expect.poll(() => writer.requests.length).toBe(1);
    const second = await storedJob(store, blobs, accountId);
    const refused = await post({ format: ['html'] }, second);
    expect(refusal(refused)).toEqual([429, 'too_many_requests']);
    expect(refused.retryAfter).toBe('5');
    const bob = { issuer: 'https://id.test', subject: 'bob', email: '' };
    const { id: bobsAccount } = await store.accounts.findOrCreate(bob, new Date());
    const third = await storedJob(store, blobs, bobsAccount);
    const served = post({ format: ['html'] }, { id: third.id, user: 'bob' });
    await expect.poll(() => writer.requests.length).toBe(2);
    released.resolve();
    expect([(await first).status, (await served).status]).toEqual([200, 200]);
  });
});

async function startedDocument() {
  const start = await store.outputWrites.begin(job, ['html'], 1_000);
  if (start.kind !== 'started') throw new Error(`expected a start, got ${start.kind}`);
  await store.outputWrites.end(start.write.id);
  return start;
}
