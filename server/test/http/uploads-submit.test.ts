/** `POST /jobs` with `upload_id` by status, on fakes. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { mebibyte, type Part, putPart, sha256, small, type UploadsApp, uploadsApp } from './uploads-app.ts';

let app: UploadsApp;
beforeEach(async () => {
  app = await uploadsApp();
});

describe('POST /jobs with upload_id', () => {
  it('201: the job has the file, and the upload keeps nothing but its record', async () => {
    const id = await app.uploaded();
    const { status, body } = await app.submit(id, { options: { format: ['text'] } });
    expect(status).toBe(201);
    expect(body['options']).toMatchObject({ format: ['text'] });
    const source = await fetch(`${app.base}/jobs/${body.id}/source`, {
      headers: { authorization: 'Bearer alice' },
    });
    expect(Buffer.from(await source.arrayBuffer())).toEqual(small);
    expect(source.headers.get('content-disposition')).toContain('Bericht.pdf');
    expect(app.stored()).toEqual(['jobs']);
    expect(readdirSync(app.spoolDir)).toEqual([]);
    const { body: upload } = await app.call('GET', `/uploads/${id}`);
    expect(upload).toMatchObject({ status: 'used', job_id: body.id, parts: [{ uploaded: true, url: null }] });
  });

  it('201: a file of several parts, sent in any order', async () => {
    const file = Buffer.concat([small, Buffer.alloc(8 * mebibyte, 'x'), Buffer.from('the end')]);
    const id = await app.uploaded(file, { sha256: sha256(file) });
    const { status, body } = await app.submit(id);
    expect(status).toBe(201);
    const [key] = [...app.blobs.versions.keys()];
    expect(
      app.blobs.versions
        .get(key ?? '')
        ?.at(-1)
        ?.data.equals(file),
    ).toBe(true);
    expect(body['status']).toBe('pending');
  });

  it('201: in a form', async () => {
    const form = new FormData();
    form.append('upload_id', await app.uploaded());
    const headers = { authorization: 'Bearer alice' };
    const answer = await fetch(`${app.base}/jobs`, { method: 'POST', body: form, headers });
    expect(answer.status).toBe(201);
  });

  it('201: repeated with the same key, the same job, as often as a form would be', async () => {
    const id = await app.uploaded();
    const first = await app.submit(id, {}, { key: 'once' });
    const second = await app.submit(id, {}, { key: 'once' });
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(app.stored()).toEqual(['jobs']);
    const again = await app.uploaded();
    const other = await app.submit(again, {}, { key: 'once' });
    expect([other.status, other.body.id]).toEqual([201, first.body.id]);
    expect((await app.call('GET', `/uploads/${again}`)).body.status).toBe('open');
  });

  it('201: source_job_id in JSON', async () => {
    const { body: job } = await app.submit(await app.uploaded());
    const again = await app.call('POST', '/jobs', { source_job_id: job.id, expires_at: null });
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
    const answer = await app.call('POST', '/jobs', body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('400: options that are not valid, without using the upload', async () => {
    const id = await app.uploaded();
    const { status, body } = await app.submit(id, { options: { format: ['docx'] } });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect((await app.submit(id)).status).toBe(201);
  });

  it('400: what is not a PDF or cannot be opened, as in a form', async () => {
    const { status, body } = await app.submit(await app.uploaded(Buffer.from('GIF89a')));
    expect([status, body.code]).toEqual([400, 'invalid_pdf']);
    app.behaviour.preflight = { status: 'refused', reason: 'unreadable', message: 'Damaged.' };
    expect((await app.submit(await app.uploaded())).body.code).toBe('pdf_unreadable');
    expect(readdirSync(app.spoolDir)).toEqual([]);
  });

  it('402: pages that the plan does not have, without using the upload', async () => {
    app.behaviour.plans.free = { ...app.behaviour.plans.free, pagesPerMonth: 2 };
    const id = await app.uploaded();
    expect((await app.submit(id)).status).toBe(402);
    expect((await app.call('GET', `/uploads/${id}`)).body.status).toBe('open');
  });

  it('404: an upload of another account, an unknown, malformed or deleted one', async () => {
    const [id, deleted] = [await app.uploaded(), await app.uploaded()];
    await app.call('DELETE', `/uploads/${deleted}`);
    const refused = [
      await app.submit(id, {}, { user: 'mallory' }),
      await app.submit(deleted),
      await app.submit(randomUUID()),
      await app.submit('../../secret'),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([404, 'upload_not_found']);
  });

  it('409: before all parts have arrived, naming those that are missing', async () => {
    const file = Buffer.concat([small, Buffer.alloc(9 * mebibyte)]);
    const { id, parts } = await app.create({ bytes: file.length });
    await putPart(parts[0] as Part, file.subarray(0, 8 * mebibyte));
    const { status, body } = await app.submit(id);
    expect([status, body.code, body['detail']]).toEqual([
      409,
      'upload_incomplete',
      'The upload misses part 2.',
    ]);
    await putPart(parts[1] as Part, file.subarray(8 * mebibyte));
    expect((await app.submit(id)).status).toBe(201);
  });

  it('409: a second time without a key, or with another one', async () => {
    const id = await app.uploaded();
    await app.submit(id, {}, { key: 'first' });
    for (const caller of [{}, { key: 'second' }]) {
      const { status, body } = await app.submit(id, {}, caller);
      expect([status, body.code]).toEqual([409, 'upload_used']);
    }
    expect(app.stored()).toEqual(['jobs']);
  });

  it('404: after the job that was made of it was deleted, and nothing is left of either', async () => {
    const id = await app.uploaded();
    const { body: job } = await app.submit(id, {}, { key: 'once' });
    await app.blobs.put(`accounts/${job['user_id']}/uploads/${id}/source.pdf`, small, { contentType: 'a/b' });
    await app.call('DELETE', `/jobs/${job.id}`);
    expect(app.stored()).toEqual([]);
    expect((await app.submit(id, {}, { key: 'once' })).body.code).toBe('upload_not_found');
    expect((await app.call('GET', `/uploads/${id}`)).status).toBe(404);
  });

  it('409: a file with another SHA-256 than announced', async () => {
    const id = await app.uploaded(small, { sha256: sha256(Buffer.from('another')) });
    const { status, body } = await app.submit(id);
    expect([status, body.code]).toEqual([409, 'upload_damaged']);
  });

  it('413: the plan now allows less than when the upload was created', async () => {
    const id = await app.uploaded();
    app.behaviour.plans.free = { ...app.behaviour.plans.free, fileBytesMax: small.length - 1 };
    const { status, body } = await app.submit(id);
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect(readdirSync(app.spoolDir)).toEqual([]);
  });

  it('413: a body that is too large', async () => {
    const { status, body } = await app.call('POST', '/jobs', { upload_id: 'a'.repeat(200_000) });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it('429: no free job slot, without using the upload', async () => {
    app.behaviour.plans.free = { ...app.behaviour.plans.free, activeJobsMax: 1 };
    const [first, second] = [await app.uploaded(), await app.uploaded()];
    await app.submit(first);
    expect((await app.submit(second)).status).toBe(429);
    expect((await app.call('GET', `/uploads/${second}`)).body.status).toBe('open');
  });
});
