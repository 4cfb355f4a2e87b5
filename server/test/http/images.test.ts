/** `/jobs/{id}/images` by status, on fakes with a real zip: exact bytes, few reads, safe headers. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Format } from '../../src/domain/formats.ts';
import { newId } from '../../src/domain/ids.ts';
import { outputKey } from '../../src/domain/job.ts';
import { withDefaults } from '../../src/domain/options.ts';
import { packImages } from '../../src/engine/images-zip.ts';
import { atEnd } from '../at-end.ts';
import { admit, claimAgain, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const limits = { activeJobsMax: 10, pagesPerMonth: 100, priority: 0 };
const pngEnds = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('49454e44ae426082', 'hex')] as const;
const png = (mark: string, bytes: number) =>
  Buffer.concat([pngEnds[0], Buffer.from(mark.repeat(bytes)), pngEnds[1]]);
const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('photo'), Buffer.from('ffd9', 'hex')]);

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let base: string;
let bytesRead: number;
let images: Record<string, Buffer>;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  bytesRead = 0;
  images = { 'imageFile1.png': png('a', 10), 'imageFile2.png': png('b', 300_000), 'imageFile3.jpeg': jpeg };
  const get = blobs.get;
  blobs.get = async (key, options) => {
    const found = await get(key, options);
    bytesRead += found?.bytes ?? 0;
    return found;
  };
  const app = await testApp({ store, blobs });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

async function zipped(): Promise<Buffer> {
  const root = await mkdtemp(join(tmpdir(), 'octavo-images-'));
  atEnd(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'images'));
  for (const [name, bytes] of Object.entries(images)) await writeFile(join(root, 'images', name), bytes);
  await packImages(join(root, 'images'), join(root, 'zip'));
  return readFile(join(root, 'zip'));
}

async function accountId(): Promise<string> {
  const person = { issuer: 'https://id.test', subject: 'alice', email: '' };
  return (await store.accounts.findOrCreate(person, new Date())).id;
}

async function pendingJob(format: readonly Format[]): Promise<{ id: string; accountId: string }> {
  const createdAt = new Date();
  const id = newId(createdAt.getTime());
  const job = sampleJob(await accountId(), { id, options: withDefaults({ format }), createdAt });
  await admit(store, job, limits);
  return job;
}

async function doneJob(contents: Partial<Record<Format, Buffer>>): Promise<string> {
  const job = await pendingJob(Object.keys(contents) as Format[]);
  const claim = await claimAgain(store, job.id);
  const outputs = await Promise.all(
    Object.entries(contents).map(async ([name, data]) => {
      const format = name as Format;
      const objectKey = outputKey(job, claim, format);
      return { format, objectKey, ...(await blobs.put(objectKey, data, { contentType: 'x/y' })) };
    }),
  );
  expect(await store.jobs.complete(claim, { pageCount: 1, outputs, warnings: [] }, new Date())).toBe(true);
  return job.id;
}

const get = (path: string, init: { method?: string; headers?: Record<string, string>; user?: string } = {}) =>
  fetch(base + path, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${init.user ?? 'alice'}`, ...init.headers },
  });

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('GET /jobs/{id}/images', () => {
  const json = {
    kids: [
      { type: 'figure', page: 4, image: 'images/imageFile1.png', kids: [] },
      { type: 'list', page: 9, kids: [{ kids: [{ page: 9, image: 'images/imageFile3.jpeg', kids: [] }] }] },
    ],
  };

  it('200: names, sizes and media types in order, with page numbers from the json output', async () => {
    const id = await doneJob({ images: await zipped(), json: Buffer.from(JSON.stringify(json)) });
    const answer = await get(`/jobs/${id}/images`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      items: [
        { name: 'imageFile1.png', bytes: 26, media_type: 'image/png', page: 4 },
        { name: 'imageFile2.png', bytes: 300_016, media_type: 'image/png', page: null },
        { name: 'imageFile3.jpeg', bytes: 10, media_type: 'image/jpeg', page: 9 },
      ],
      total: 3,
    });
  });

  it('200: no page numbers without json; an empty list when the document has no images', async () => {
    const id = await doneJob({ images: await zipped() });
    const { items } = (await (await get(`/jobs/${id}/images`)).json()) as { items: { page: unknown }[] };
    expect(items.map(({ page }) => page)).toEqual([null, null, null]);
    images = {};
    const empty = await doneJob({ images: await zipped() });
    expect(await (await get(`/jobs/${empty}/images`)).json()).toEqual({ items: [], total: 0 });
  });

  it('200: a zip directory larger than the first read', async () => {
    images = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, index) => [`imageFile${index + 1}.png`, png('x', index)]),
    );
    const id = await doneJob({ images: await zipped() });
    expect(await (await get(`/jobs/${id}/images`)).json()).toMatchObject({ total: 1_500 });
    const last = await get(`/jobs/${id}/images/imageFile1500.png`);
    expect(Buffer.from(await last.arrayBuffer()).equals(png('x', 1_499))).toBe(true);
  });
});

describe('GET /jobs/{id}/images/{name}', () => {
  it('200: the exact bytes of each image, with headers that keep a browser from running it', async () => {
    const id = await doneJob({ images: await zipped() });
    for (const [name, bytes] of Object.entries(images)) {
      const answer = await get(`/jobs/${id}/images/${name}`);
      expect(answer.status, name).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), name).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': name.endsWith('.png') ? 'image/png' : 'image/jpeg',
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        etag: expect.stringMatching(/^"[0-9a-f]{64}-imageFile\d\.(png|jpeg)"$/),
      });
    }
  });

  it('200: reads only the zip directory and the image', async () => {
    images = { ...images, 'imageFile4.png': png('c', 2_000_000) };
    const id = await doneJob({ images: await zipped() });
    await (await get(`/jobs/${id}/images/imageFile1.png`)).arrayBuffer();
    expect(bytesRead).toBeLessThan(70_000);
  });

  it('HEAD has the same headers and reads no image', async () => {
    const id = await doneJob({ images: await zipped() });
    const full = await get(`/jobs/${id}/images/imageFile2.png`);
    bytesRead = 0;
    const head = await get(`/jobs/${id}/images/imageFile2.png`, { method: 'HEAD' });
    expect(await head.text()).toBe('');
    expect(bytesRead).toBeLessThan(70_000);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'etag']) {
      expect(head.headers.get(name)).toBe(full.headers.get(name));
    }
  });

  it('206, 304 and 416: ranges, matching versions and ranges out of bounds', async () => {
    const id = await doneJob({ images: await zipped() });
    const path = `/jobs/${id}/images/imageFile3.jpeg`;
    const part = await get(path, { headers: { range: 'bytes=3-7' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 3-7/10']);
    expect(await part.text()).toBe('photo');
    const etag = part.headers.get('etag') ?? '';
    expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const outside = await get(path, { headers: { range: 'bytes=10-' } });
    expect(outside.headers.get('content-range')).toBe('bytes */10');
    expect(await codeOf(outside)).toEqual([416, 'range_not_satisfiable']);
  });

  it.each(['imageFile9.png', 'images%2FimageFile1.png', '..%2Fsource.pdf', 'imageFile1.PNG', '%00'])(
    '404: %s',
    async (name) => {
      const id = await doneJob({ images: await zipped() });
      expect(await codeOf(await get(`/jobs/${id}/images/${name}`))).toEqual([404, 'image_not_found']);
    },
  );
});

describe.each(['', '/imageFile1.png'])('/jobs/{id}/images%s refuses', (suffix) => {
  it('404: a job without this format, a job of another account, an invalid id', async () => {
    const id = await doneJob({ text: Buffer.from('x') });
    expect(await codeOf(await get(`/jobs/${id}/images${suffix}`))).toEqual([404, 'format_not_produced']);
    const own = await doneJob({ images: await zipped() });
    for (const [user, job] of [
      ['mallory', own],
      ['alice', 'x'],
    ] as const) {
      expect(await codeOf(await get(`/jobs/${job}/images${suffix}`, { user }))).toEqual([
        404,
        'job_not_found',
      ]);
    }
  });

  it('409: a job that is not done, or failed', async () => {
    const job = await pendingJob(['images']);
    const early = await get(`/jobs/${job.id}/images${suffix}`);
    expect(early.headers.get('retry-after')).not.toBeNull();
    expect(await codeOf(early)).toEqual([409, 'job_not_done']);
    await store.jobs.fail(await claimAgain(store, job.id), 'It is damaged.', new Date());
    expect(await codeOf(await get(`/jobs/${job.id}/images${suffix}`))).toEqual([409, 'job_failed']);
  });

  it('401: without credentials', async () => {
    expect((await fetch(`${base}/jobs/x/images${suffix}`)).status).toBe(401);
  });

  it('503: the zip is missing in storage', async () => {
    const id = await doneJob({ images: await zipped() });
    await blobs.deletePrefix(`accounts/${await accountId()}/jobs/${id}/`);
    expect(await codeOf(await get(`/jobs/${id}/images${suffix}`))).toEqual([503, 'service_unavailable']);
  });
});
