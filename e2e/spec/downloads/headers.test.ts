/** The headers of a download: names, caching, ranges, and what keeps a browser from running it. */
import { createHash } from 'node:crypto';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { done, download, formats, type Job } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let job: Job;

beforeAll(async () => {
  pro = await account('pro');
  job = await done(pro, { file: makeDocument({ pages: 3 }), options: { format: [...formats] } });
});

/** The name a browser would save under: filename* if there is one, else filename. */
function savedName(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? '';
}

describe('headers of a download', () => {
  it('html is always an attachment with Content-Security-Policy: sandbox [O-116]', async () => {
    const { headers } = await download(pro, job.id, 'html');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toMatch(/(^|;)\s*sandbox\s*(;|$)/);
  });

  it('The stem is the uploaded name made safe, with filename* [O-118]', async () => {
    const named = await done(pro, { fileName: '../../Übersicht 2024;x.pdf', options: { format: ['text'] } });
    const { headers } = await download(pro, named.id, 'text');
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/filename\*=UTF-8''/i);
    const name = savedName(disposition);
    expect(name).toContain('Übersicht 2024');
    expect(name).toMatch(/\.txt$/);
    expect(name).not.toMatch(/[/\\]|\.\.|\.pdf/);
  });

  it('The stem is the uploaded name made safe, with filename* (names that are nothing but trouble still give a name) [O-118]', async () => {
    for (const fileName of ['.pdf', '..', 'a\tb.pdf', `${'x'.repeat(400)}.pdf`]) {
      const odd = await done(pro, { fileName, options: { format: ['text'] } });
      const { headers } = await download(pro, odd.id, 'text');
      const name = savedName(headers.get('content-disposition') ?? '');
      expect(name, fileName).toMatch(/^[^/\\\p{Cc}]{1,251}\.txt$/u);
    }
  });

  it('ETag is the sha-256 [O-119]', async () => {
    for (const format of formats) {
      const { headers, bytes } = await download(pro, job.id, format);
      expect(headers.get('etag'), format).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    }
  });

  it('Range works [O-120]', async () => {
    const { bytes } = await download(pro, job.id, 'markdown');
    const size = bytes.length;
    const cases: [string, number, number][] = [
      ['bytes=0-9', 0, 9],
      ['bytes=5-5', 5, 5],
      [`bytes=${size - 4}-`, size - 4, size - 1],
      ['bytes=-6', size - 6, size - 1],
      ['bytes=3-999999999', 3, size - 1],
    ];
    for (const [range, from, to] of cases) {
      const part = await download(pro, job.id, 'markdown', { range });
      expect(part.status, range).toBe(206);
      expect(part.headers.get('content-range'), range).toBe(`bytes ${from}-${to}/${size}`);
      expect(part.bytes.equals(bytes.subarray(from, to + 1)), range).toBe(true);
    }
  });

  it('Range works (beyond the end: 416) [O-120]', async () => {
    const { bytes } = await download(pro, job.id, 'markdown');
    const beyond = await download(pro, job.id, 'markdown', { range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  });

  it('HEAD works [O-121]', async () => {
    for (const format of formats) {
      const full = await download(pro, job.id, format);
      const head = await request(`/jobs/${job.id}/download/${format}`, { caller: pro, method: 'HEAD' });
      expect({ status: head.status, bytes: head.bytes.length }, format).toEqual({ status: 200, bytes: 0 });
      for (const name of ['content-type', 'content-length', 'content-disposition', 'etag']) {
        expect(head.headers.get(name), `${format} ${name}`).toBe(full.headers.get(name));
      }
      expect(head.headers.get('content-length')).toBe(String(full.bytes.length));
    }
  });

  it('Cache-Control is private, no-store [O-122]', async () => {
    const { headers } = await download(pro, job.id, 'text');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('X-Content-Type-Options is nosniff [O-123]', async () => {
    for (const format of formats) {
      expect((await download(pro, job.id, format)).headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
