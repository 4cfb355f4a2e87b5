/** `/uploads` and `POST /jobs` with `upload_id` by status, on fakes. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPlans, type Plans } from '../../src/domain/plan.ts';
import type { PreflightOutcome } from '../../src/ports/engine.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const mebibyte = 1_048_576;
const small = Buffer.from('%PDF-1.7 and the rest');
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

type Part = { number: number; offset: number; bytes: number; uploaded: boolean; url: string | null };
type UploadBody = {
  id: string;
  status: string;
  parts: Part[];
  job_id: string | null;
  code?: string;
};

let store: MemoryStore;
let blobs: MemoryBlobs;
let spoolDir: string;
let preflight: PreflightOutcome;
let base: string;
let plans: { -readonly [Tier in keyof Plans]: Plans[Tier] };

async function start(offersDirectUploads = true) {
  const engine = { ...fakeEngine(), preflight: async () => preflight };
  const app = await testApp({ store, blobs, spoolDir, plans, engine, offersDirectUploads });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  preflight = { status: 'accepted', pageCount: 3, encrypted: false, tagged: false, repaired: false };
  plans = { ...defaultPlans };
  await start();
});

async function call(method: string, path: string, json?: unknown, { user = 'alice', key = '' } = {}) {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${user}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
  });
  const text = await answer.text();
  const body = (text === '' ? {} : JSON.parse(text)) as UploadBody & Record<string, unknown>;
  return { status: answer.status, body, headers: answer.headers };
}

const create = async (fields: object) => (await call('POST', '/uploads', fields)).body;
const putPart = async ({ url }: Part, body: Buffer) =>
  (await fetch(url ?? '', { method: 'PUT', body: new Blob([new Uint8Array(body)]) })).status;

/** Creates an upload and sends all parts. */
async function uploaded(file = small, fields: object = {}): Promise<string> {
  const { id, parts } = await create({ bytes: file.length, file_name: 'Bericht.PDF', ...fields });
  for (const part of parts) {
    expect(await putPart(part, file.subarray(part.offset, part.offset + part.bytes))).toBe(200);
  }
  return id;
}

const submit = (upload_id: string, more: object = {}, caller = {}) =>
  call('POST', '/jobs', { upload_id, ...more }, caller);

/** Objects and unfinished uploads, by the kind of thing they belong to. */
function stored(): string[] {
  const keys = [...blobs.versions.keys(), ...blobs.uploads.values()];
  return keys.map((key) => key.split('/')[2] ?? key).sort();
}

describe('POST /uploads', () => {
  it('201: one part for a small file, with its size in the URL’s signature', async () => {
    const { status, body, headers } = await call('POST', '/uploads', {
      bytes: small.length,
      file_name: '../Bericht.PDF',
      sha256: sha256(small).toUpperCase(),
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/uploads/${body.id}`);
    expect(body).toMatchObject({
      status: 'open',
      file_name: 'Bericht.PDF',
      bytes: small.length,
      sha256: sha256(small),
      part_bytes: 8 * mebibyte,
      job_id: null,
      parts: [{ number: 1, offset: 0, bytes: small.length, uploaded: false }],
    });
    const part = body.parts[0] as Part;
    expect(await putPart(part, Buffer.alloc(small.length + 1))).toBe(403);
    expect(await putPart(part, small)).toBe(200);
  });

  it('201: parts of 8 MiB for a large file', async () => {
    const { parts } = await create({ bytes: 20 * mebibyte });
    expect(parts.map(({ number, offset, bytes }) => [number, offset, bytes])).toEqual([
      [1, 0, 8 * mebibyte],
      [2, 8 * mebibyte, 8 * mebibyte],
      [3, 16 * mebibyte, 4 * mebibyte],
    ]);
  });

  it.each([
    {},
    { bytes: 0 },
    { bytes: -1 },
    { bytes: 1.5 },
    { bytes: 1, sha256: 'ab' },
    { bytes: 1, file: 'a' },
  ])('400: %j', async (fields) => {
    const { status, body } = await call('POST', '/uploads', fields);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(stored()).toEqual([]);
  });

  it('403: more uploads than may wait to be submitted, until one is deleted', async () => {
    plans.free = { ...plans.free, activeJobsMax: 1 };
    const made: UploadBody[] = [];
    for (let count = 0; count < 10; count += 1) made.push(await create({ bytes: 1 }));
    const refused = await call('POST', '/uploads', { bytes: 1 });
    expect([refused.status, refused.body.code]).toEqual([403, 'upload_limit_reached']);
    expect(blobs.uploads.size).toBe(10);
    await call('DELETE', `/uploads/${made[0]?.id}`);
    expect((await call('POST', '/uploads', { bytes: 1 })).status).toBe(201);
  });

  it('404: where direct uploads are not offered', async () => {
    await start(false);
    const { status, body } = await call('POST', '/uploads', { bytes: 1 });
    expect([status, body.code]).toEqual([404, 'uploads_not_offered']);
    expect(stored()).toEqual([]);
  });

  it('413: a file that is larger than the plan allows', async () => {
    const { status, body } = await call('POST', '/uploads', { bytes: 25 * mebibyte + 1 });
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect((await call('POST', '/uploads', { bytes: 25 * mebibyte })).status).toBe(201);
  });
});

describe('GET /uploads/{id}', () => {
  it('200: which parts have arrived, and URLs for the others', async () => {
    const file = Buffer.alloc(9 * mebibyte, 'a');
    const { id, parts } = await create({ bytes: file.length });
    const [first, second] = parts as [Part, Part];
    await putPart(second, file.subarray(second.offset));
    const { status, body } = await call('GET', `/uploads/${id}`);
    expect(status).toBe(200);
    expect(body.parts.map(({ uploaded, url }) => [uploaded, url === null])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await putPart(body.parts[0] as Part, file.subarray(0, first.bytes))).toBe(200);
    const later = await call('GET', `/uploads/${id}`);
    expect(later.body.parts.every((part) => part.uploaded)).toBe(true);
  });

  it('404: the same for foreign, unknown, malformed, deleted and expired uploads', async () => {
    const [id, deleted] = [await uploaded(), await uploaded()];
    await call('DELETE', `/uploads/${deleted}`);
    const gone = [
      await call('GET', `/uploads/${id}`, undefined, { user: 'mallory' }),
      await call('GET', `/uploads/${deleted}`),
      await call('GET', `/uploads/${randomUUID()}`),
      await call('GET', '/uploads/nonsense'),
    ];
    for (const { status, body } of gone) {
      expect([status, body.code, body['detail']]).toEqual([404, 'upload_not_found', 'Upload not found.']);
    }
  });

  it('404: when the storage has ended the upload by itself', async () => {
    const { id } = await create({ bytes: 10 });
    blobs.uploads.clear();
    expect((await call('GET', `/uploads/${id}`)).status).toBe(404);
  });
});

describe('DELETE /uploads/{id}', () => {
  it('204: removes what has arrived, and no more parts are taken', async () => {
    const { id, parts } = await create({ bytes: small.length });
    expect((await call('DELETE', `/uploads/${id}`)).status).toBe(204);
    expect(stored()).toEqual([]);
    expect(await putPart(parts[0] as Part, small)).toBe(404);
    expect((await call('DELETE', `/uploads/${id}`)).status).toBe(404);
  });

  it('204: the job of a used one stays', async () => {
    const id = await uploaded();
    const { body: job } = await submit(id);
    expect((await call('DELETE', `/uploads/${id}`)).status).toBe(204);
    expect((await call('GET', `/jobs/${job.id}`)).status).toBe(200);
  });

  it('404: an upload of another account, which stays', async () => {
    const id = await uploaded();
    expect((await call('DELETE', `/uploads/${id}`, undefined, { user: 'mallory' })).status).toBe(404);
    expect((await call('GET', `/uploads/${id}`)).status).toBe(200);
  });
});

describe('POST /jobs with upload_id', () => {
  it('201: the job has the file, and the upload keeps nothing but its record', async () => {
    const id = await uploaded();
    const { status, body } = await submit(id, { options: { format: ['text'] } });
    expect(status).toBe(201);
    expect(body['options']).toMatchObject({ format: ['text'] });
    const source = await fetch(`${base}/jobs/${body.id}/source`, {
      headers: { authorization: 'Bearer alice' },
    });
    expect(Buffer.from(await source.arrayBuffer())).toEqual(small);
    expect(source.headers.get('content-disposition')).toContain('Bericht.pdf');
    expect(stored()).toEqual(['jobs']);
    expect(readdirSync(spoolDir)).toEqual([]);
    const { body: upload } = await call('GET', `/uploads/${id}`);
    expect(upload).toMatchObject({ status: 'used', job_id: body.id, parts: [{ uploaded: true, url: null }] });
  });

  it('201: a file of several parts, sent in any order', async () => {
    const file = Buffer.concat([small, Buffer.alloc(8 * mebibyte, 'x'), Buffer.from('the end')]);
    const id = await uploaded(file, { sha256: sha256(file) });
    const { status, body } = await submit(id);
    expect(status).toBe(201);
    const [key] = [...blobs.versions.keys()];
    expect(
      blobs.versions
        .get(key ?? '')
        ?.at(-1)
        ?.data.equals(file),
    ).toBe(true);
    expect(body['status']).toBe('pending');
  });

  it('201: in a form', async () => {
    const form = new FormData();
    form.append('upload_id', await uploaded());
    const headers = { authorization: 'Bearer alice' };
    const answer = await fetch(`${base}/jobs`, { method: 'POST', body: form, headers });
    expect(answer.status).toBe(201);
  });

  it('201: repeated with the same key, the same job, as often as a form would be', async () => {
    const id = await uploaded();
    const first = await submit(id, {}, { key: 'once' });
    const second = await submit(id, {}, { key: 'once' });
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(stored()).toEqual(['jobs']);
    const again = await uploaded();
    const other = await submit(again, {}, { key: 'once' });
    expect([other.status, other.body.id]).toEqual([201, first.body.id]);
    expect((await call('GET', `/uploads/${again}`)).body.status).toBe('open');
  });

  it('201: source_job_id in JSON', async () => {
    const { body: job } = await submit(await uploaded());
    const again = await call('POST', '/jobs', { source_job_id: job.id, expires_at: null });
    expect(again.status).toBe(201);
  });

  it.each([
    ['{', 'invalid_json'],
    ['[]', 'invalid_request'],
    ['{}', 'invalid_request'],
    ['{"upload_id":7}', 'invalid_request'],
    ['{"upload_id":"a","source_job_id":"b"}', 'invalid_request'],
    ['{"file":"JVBERi0="}', 'invalid_request'],
    ['{"upload_id":"a","pages":"1"}', 'invalid_request'],
  ])('400: the body %s', async (body, code) => {
    const answer = await call('POST', '/jobs', body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('400: options that are not valid, without using the upload', async () => {
    const id = await uploaded();
    const { status, body } = await submit(id, { options: { format: ['docx'] } });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect((await submit(id)).status).toBe(201);
  });

  it('400: what is not a PDF or cannot be opened, as in a form', async () => {
    const { status, body } = await submit(await uploaded(Buffer.from('GIF89a')));
    expect([status, body.code]).toEqual([400, 'invalid_pdf']);
    preflight = { status: 'refused', reason: 'unreadable', message: 'Damaged.' };
    expect((await submit(await uploaded())).body.code).toBe('pdf_unreadable');
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('402: pages that the plan does not have, without using the upload', async () => {
    plans.free = { ...plans.free, pagesPerMonth: 2 };
    const id = await uploaded();
    expect((await submit(id)).status).toBe(402);
    expect((await call('GET', `/uploads/${id}`)).body.status).toBe('open');
  });

  it('404: an upload of another account, an unknown, malformed or deleted one', async () => {
    const [id, deleted] = [await uploaded(), await uploaded()];
    await call('DELETE', `/uploads/${deleted}`);
    const refused = [
      await submit(id, {}, { user: 'mallory' }),
      await submit(deleted),
      await submit(randomUUID()),
      await submit('../../secret'),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([404, 'upload_not_found']);
  });

  it('409: before all parts have arrived, naming those that are missing', async () => {
    const file = Buffer.concat([small, Buffer.alloc(9 * mebibyte)]);
    const { id, parts } = await create({ bytes: file.length });
    await putPart(parts[0] as Part, file.subarray(0, 8 * mebibyte));
    const { status, body } = await submit(id);
    expect([status, body.code, body['detail']]).toEqual([
      409,
      'upload_incomplete',
      'The upload misses part 2.',
    ]);
    await putPart(parts[1] as Part, file.subarray(8 * mebibyte));
    expect((await submit(id)).status).toBe(201);
  });

  it('409: a second time without a key, or with another one', async () => {
    const id = await uploaded();
    await submit(id, {}, { key: 'first' });
    for (const caller of [{}, { key: 'second' }]) {
      const { status, body } = await submit(id, {}, caller);
      expect([status, body.code]).toEqual([409, 'upload_used']);
    }
    expect(stored()).toEqual(['jobs']);
  });

  it('404: after the job that was made of it was deleted, and nothing is left of either', async () => {
    const id = await uploaded();
    const { body: job } = await submit(id, {}, { key: 'once' });
    await blobs.put(`accounts/${job['user_id']}/uploads/${id}/source.pdf`, small, { contentType: 'a/b' });
    await call('DELETE', `/jobs/${job.id}`);
    expect(stored()).toEqual([]);
    expect((await submit(id, {}, { key: 'once' })).body.code).toBe('upload_not_found');
    expect((await call('GET', `/uploads/${id}`)).status).toBe(404);
  });

  it('409: a file with another SHA-256 than announced', async () => {
    const id = await uploaded(small, { sha256: sha256(Buffer.from('another')) });
    const { status, body } = await submit(id);
    expect([status, body.code]).toEqual([409, 'upload_damaged']);
  });

  it('413: the plan now allows less than when the upload was created', async () => {
    const id = await uploaded();
    plans.free = { ...plans.free, fileBytesMax: small.length - 1 };
    const { status, body } = await submit(id);
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  it('413: a body that is too large', async () => {
    const { status, body } = await call('POST', '/jobs', { upload_id: 'a'.repeat(200_000) });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it('429: no free job slot, without using the upload', async () => {
    plans.free = { ...plans.free, activeJobsMax: 1 };
    const [first, second] = [await uploaded(), await uploaded()];
    await submit(first);
    expect((await submit(second)).status).toBe(429);
    expect((await call('GET', `/uploads/${second}`)).body.status).toBe('open');
  });
});
