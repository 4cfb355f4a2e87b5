/** GET /jobs/{id}/download/{fmt}, 200: each of the seven, with its media type and name. */

import { zipEntries } from '@octavo/testkit/client/zip-entries.ts';
import { makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { done, download, formats, type Job } from '@octavo/testkit/service-under-test/jobs.ts';
import { type Reply, replyOf } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let job: Job;
const files = new Map<string, Reply>();

beforeAll(async () => {
  pro = await account('pro');
  job = await done(pro, {
    file: makeRichDocument(),
    fileName: 'report.pdf',
    options: { format: [...formats] },
  });
  for (const format of formats) files.set(format, await download(pro, job.id, format));
});

function file(format: string): Reply {
  const answer = files.get(format);
  if (answer === undefined) throw new Error(`no answer for ${format}`);
  return answer;
}

function expectFile(format: string, type: string, name: string): Reply {
  const answer = file(format);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  expect(answer.headers.get('content-type')?.toLowerCase().replaceAll(' ', '')).toBe(
    type.replaceAll(' ', ''),
  );
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`filename="?${name.replace('.', '\\.')}"?(;|$)`),
  );
  return answer;
}

describe('GET /jobs/{id}/download/{fmt}, 200', () => {
  it('The download takes each of the seven formats [S-077]', async () => {
    expect(formats.map((format) => file(format).status)).toEqual(formats.map(() => 200));
    for (const format of formats) expect(file(format).bytes.length, format).toBeGreaterThan(0);
  });

  it('The download streams the file in the response body itself [S-079]', async () => {
    const answer = file('text');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.text).toContain('Octavo quarterly report');
  });

  it('A done job gives each format through its signed URL and through the download endpoint [S-007]', async () => {
    for (const format of formats) {
      const signed = await replyOf(await fetch(job.download_urls[format] ?? ''));
      expect(signed.status, format).toBe(200);
      expect(signed.bytes.equals(file(format).bytes), format).toBe(true);
    }
  });

  it('markdown: text/markdown; charset=utf-8, <stem>.md [O-109]', async () => {
    const { text } = expectFile('markdown', 'text/markdown; charset=utf-8', 'report.md');
    expect(text).toContain('Octavo quarterly report');
  });
  it('json: application/json, <stem>.json [O-110]', async () => {
    const { json } = expectFile('json', 'application/json', 'report.json');
    expect(JSON.stringify(json)).toContain('Octavo quarterly report');
  });
  it('html: text/html; charset=utf-8, <stem>.html [O-111]', async () => {
    const { text } = expectFile('html', 'text/html; charset=utf-8', 'report.html');
    expect(text).toMatch(/<html[\s\S]*Octavo quarterly report[\s\S]*<\/html>/i);
  });
  it('text: text/plain; charset=utf-8, <stem>.txt [O-112]', async () => {
    const { text } = expectFile('text', 'text/plain; charset=utf-8', 'report.txt');
    expect(text).toContain('Octavo quarterly report');
  });
  it('tagged-pdf: application/pdf, <stem>-tagged.pdf [O-113]', async () => {
    const { bytes } = expectFile('tagged-pdf', 'application/pdf', 'report-tagged.pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.includes('StructTreeRoot') || bytes.includes('ObjStm')).toBe(true);
  });
  it('annotated-pdf: application/pdf, <stem>-annotated.pdf [O-114]', async () => {
    const { bytes } = expectFile('annotated-pdf', 'application/pdf', 'report-annotated.pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
  it('images: application/zip, <stem>-images.zip [O-115]', async () => {
    const { bytes } = expectFile('images', 'application/zip', 'report-images.zip');
    const entries = zipEntries(bytes);
    expect(entries.length).toBeGreaterThan(0);
    expect(
      entries.filter((name) => !/\.png$/i.test(name) || name.includes('..') || name.startsWith('/')),
    ).toEqual([]);
  });

  it('image_format: png or jpeg (jpeg in the zip) [O-106]', async () => {
    const options = { format: ['images'], image_format: 'jpeg' };
    const pictures = await done(pro, { file: makeRichDocument(), options });
    const entries = zipEntries((await download(pro, pictures.id, 'images')).bytes);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((name) => !/\.jpe?g$/i.test(name))).toEqual([]);
  });

  it('images is a valid empty zip where there are none [O-117]', async () => {
    const plain = await done(pro, { file: makeDocument(), options: { format: ['images'] } });
    const { status, bytes } = await download(pro, plain.id, 'images');
    expect({ status, entries: zipEntries(bytes) }).toEqual({ status: 200, entries: [] });
  });
});
