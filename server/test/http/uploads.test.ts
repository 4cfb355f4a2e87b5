/** `/uploads` by status, on fakes. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  mebibyte,
  type Part,
  putPart,
  sha256,
  small,
  type UploadBody,
  type UploadsApp,
  uploadsApp,
} from './uploads-app.ts';

let app: UploadsApp;
beforeEach(async () => {
  app = await uploadsApp();
});

describe('POST /uploads', () => {
  it('201: one part for a small file, with its size in the URL’s signature', async () => {
    const { status, body, headers } = await app.call('POST', '/uploads', {
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
    const { parts } = await app.create({ bytes: 20 * mebibyte });
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
    const { status, body } = await app.call('POST', '/uploads', fields);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(app.stored()).toEqual([]);
  });

  it('403: more uploads than may wait to be submitted, until one is deleted', async () => {
    app.behaviour.plans.free = { ...app.behaviour.plans.free, activeJobsMax: 1 };
    const made: UploadBody[] = [];
    for (let count = 0; count < 10; count += 1) made.push(await app.create({ bytes: 1 }));
    const refused = await app.call('POST', '/uploads', { bytes: 1 });
    expect([refused.status, refused.body.code]).toEqual([403, 'upload_limit_reached']);
    expect(app.blobs.uploads.size).toBe(10);
    await app.call('DELETE', `/uploads/${made[0]?.id}`);
    expect((await app.call('POST', '/uploads', { bytes: 1 })).status).toBe(201);
  });

  it('404: where direct uploads are not offered', async () => {
    app = await uploadsApp({ offersDirectUploads: false });
    const { status, body } = await app.call('POST', '/uploads', { bytes: 1 });
    expect([status, body.code]).toEqual([404, 'uploads_not_offered']);
    expect(app.stored()).toEqual([]);
  });

  it('413: a file that is larger than the plan allows', async () => {
    const { status, body } = await app.call('POST', '/uploads', { bytes: 25 * mebibyte + 1 });
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect((await app.call('POST', '/uploads', { bytes: 25 * mebibyte })).status).toBe(201);
  });
});

describe('GET /uploads/{id}', () => {
  it('200: which parts have arrived, and URLs for the others', async () => {
    const file = Buffer.alloc(9 * mebibyte, 'a');
    const { id, parts } = await app.create({ bytes: file.length });
    const [first, second] = parts as [Part, Part];
    await putPart(second, file.subarray(second.offset));
    const { status, body } = await app.call('GET', `/uploads/${id}`);
    expect(status).toBe(200);
    expect(body.parts.map(({ uploaded, url }) => [uploaded, url === null])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await putPart(body.parts[0] as Part, file.subarray(0, first.bytes))).toBe(200);
    const later = await app.call('GET', `/uploads/${id}`);
    expect(later.body.parts.every((part) => part.uploaded)).toBe(true);
  });

  it('404: the same for foreign, unknown, malformed, deleted and expired uploads', async () => {
    const [id, deleted] = [await app.uploaded(), await app.uploaded()];
    await app.call('DELETE', `/uploads/${deleted}`);
    const gone = [
      await app.call('GET', `/uploads/${id}`, undefined, { user: 'mallory' }),
      await app.call('GET', `/uploads/${deleted}`),
      await app.call('GET', `/uploads/${randomUUID()}`),
      await app.call('GET', '/uploads/nonsense'),
    ];
    for (const { status, body } of gone) {
      expect([status, body.code, body['detail']]).toEqual([404, 'upload_not_found', 'Upload not found.']);
    }
  });

  it('404: when the storage has ended the upload by itself', async () => {
    const { id } = await app.create({ bytes: 10 });
    app.blobs.uploads.clear();
    expect((await app.call('GET', `/uploads/${id}`)).status).toBe(404);
  });
});

describe('DELETE /uploads/{id}', () => {
  it('204: removes what has arrived, and no more parts are taken', async () => {
    const { id, parts } = await app.create({ bytes: small.length });
    expect((await app.call('DELETE', `/uploads/${id}`)).status).toBe(204);
    expect(app.stored()).toEqual([]);
    expect(await putPart(parts[0] as Part, small)).toBe(404);
    expect((await app.call('DELETE', `/uploads/${id}`)).status).toBe(404);
  });

  it('204: the job of a used one stays', async () => {
    const id = await app.uploaded();
    const { body: job } = await app.submit(id);
    expect((await app.call('DELETE', `/uploads/${id}`)).status).toBe(204);
    expect((await app.call('GET', `/jobs/${job.id}`)).status).toBe(200);
  });

  it('404: an upload of another account, which stays', async () => {
    const id = await app.uploaded();
    expect((await app.call('DELETE', `/uploads/${id}`, undefined, { user: 'mallory' })).status).toBe(404);
    expect((await app.call('GET', `/uploads/${id}`)).status).toBe(200);
  });
});
