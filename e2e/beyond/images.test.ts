/** The images of a job one by one: what markdown, html and json link to is what is found there. */

import { zipEntries } from '@octavo/testkit/client/zip-entries.ts';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  download,
  isTerminal,
  type Job,
  pollUntil,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { anonymous, request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let job: Job;

beforeAll(async () => {
  pro = await account('pro');
  const options = { format: ['markdown', 'json', 'html', 'images'] };
  job = await done(pro, { file: makeRichDocument(), options });
});

/** As a client does: the link as it stands, taken against the address of the job. */
const resolve = (link: string) => new URL(link, `http://any/jobs/${job.id}/`).pathname;

const patterns = {
  markdown: /!\[[^\]]*\]\(<?([^)>]+)>?\)/g,
  html: /<img[^>]+src="([^"]+)"/g,
  json: /"image"\s*:\s*"([^"]+)"/g,
} as const;

describe('links', () => {
  it.each(Object.entries(patterns))('of %s lead to the images of the zip', async (format, pattern) => {
    const { text } = await download(pro, job.id, format);
    const links = [...text.matchAll(pattern)].map((match) => match[1] ?? '');
    const zip = (await download(pro, job.id, 'images')).bytes;
    expect([...new Set(links)]).toEqual(zipEntries(zip));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const image = await request(resolve(link), { caller: pro });
      expect(image.status, link).toBe(200);
      expect(image.bytes.subarray(0, 4).toString('hex')).toBe('89504e47');
      // Entries are stored as they are, so the zip holds the very bytes.
      expect(zip.includes(image.bytes)).toBe(true);
    }
  });
});

describe('GET /jobs/{id}/images', () => {
  it('200: names, sizes, media types and pages', async () => {
    const { json } = await request(`/jobs/${job.id}/images`, { caller: pro });
    const first = await request(`/jobs/${job.id}/images/imageFile1.png`, { caller: pro });
    expect(json).toEqual({
      items: [{ name: 'imageFile1.png', bytes: first.bytes.length, media_type: 'image/png', page: 1 }],
      total: 1,
    });
  });

  it('200: empty for a document without images', async () => {
    const plain = await done(pro, { file: makeDocument(), options: { format: ['images'] } });
    const { json } = await request(`/jobs/${plain.id}/images`, { caller: pro });
    expect(json).toEqual({ items: [], total: 0 });
  });

  it('200: jpeg where jpeg was asked for', async () => {
    const options = { format: ['images'], image_format: 'jpeg' };
    const other = await done(pro, { file: makeRichDocument(), options });
    const { json } = await request(`/jobs/${other.id}/images`, { caller: pro });
    expect(json).toMatchObject({
      items: [{ name: 'imageFile1.jpeg', media_type: 'image/jpeg', page: null }],
    });
    const image = await request(`/jobs/${other.id}/images/imageFile1.jpeg`, { caller: pro });
    expect(image.headers.get('content-type')).toBe('image/jpeg');
    expect(image.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });
});

describe('GET|HEAD /jobs/{id}/images/{name}', () => {
  const path = () => `/jobs/${job.id}/images/imageFile1.png`;

  it('has headers that keep a browser from running it, the same for HEAD', async () => {
    const full = await request(path(), { caller: pro });
    expect(Object.fromEntries(full.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment; filename="imageFile1\.png"/),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(full.bytes.length),
    });
    const head = await request(path(), { caller: pro, method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'etag']) {
      expect(head.headers.get(name), name).toBe(full.headers.get(name));
    }
  });

  it('206 and 304: a part, and nothing new', async () => {
    const full = await request(path(), { caller: pro });
    const part = await request(path(), { caller: pro, headers: { range: 'bytes=1-3' } });
    expect([part.status, part.text]).toEqual([206, 'PNG']);
    const etag = full.headers.get('etag') ?? '';
    expect((await request(path(), { caller: pro, headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('404: another name, another’s job, a job without images', async () => {
    const missing = await request(`/jobs/${job.id}/images/imageFile2.png`, { caller: pro });
    expectError(missing, 404, 'image_not_found');
    const up = await request(`/jobs/${job.id}/images/..%2Fmarkdown`, { caller: pro });
    expectError(up, 404, 'image_not_found');
    expectError(await request(path(), { caller: await stranger() }), 404, 'job_not_found');
    const text = await done(pro, { options: { format: ['text'] } });
    const none = await request(`/jobs/${text.id}/images/imageFile1.png`, { caller: pro });
    expectError(none, 404, 'format_not_produced');
  });

  it('401: without credentials', async () => {
    expectError(await request(path(), { caller: anonymous }), 401, 'unauthorized');
  });

  it('409: a job that failed', async () => {
    const broken = await accepted(pro, { file: makeBrokenDocument(), options: { format: ['images'] } });
    await pollUntil(pro, broken.id, isTerminal);
    const answer = await request(`/jobs/${broken.id}/images`, { caller: pro });
    expectError(answer, 409, 'job_failed');
  });
});
