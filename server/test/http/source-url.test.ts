/** `POST /jobs` with `source_url` by status, on fakes. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPlans } from '../../src/domain/plan.ts';
import { sourceUrlFailed } from '../../src/domain/source-url.ts';
import type { FileFetcher } from '../../src/ports/file-fetcher.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const pdf = Buffer.from('%PDF-1.7 and the rest');
const url = 'https://files.example.test/in/report.pdf';

let blobs: MemoryBlobs;
let spoolDir: string;
let base: string;
let fetched: string[];
let content: () => AsyncGenerator<Buffer>;
let fileName: string;

async function start(offered = true) {
  const fileFetcher: FileFetcher = {
    fetch: async (from) => {
      fetched.push(from);
      return { fileName, body: content() };
    },
  };
  const plans = { ...defaultPlans, free: { ...defaultPlans.free, fileBytesMax: 1_000 } };
  const store = memoryStore();
  const app = await testApp({ store, blobs, spoolDir, plans, ...(offered && { fileFetcher }) });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(async () => {
  blobs = await memoryBlobs();
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  fetched = [];
  fileName = 'report.pdf';
  content = async function* () {
    yield pdf;
  };
  await start();
});

async function submit(fields: object, key = '') {
  const answer = await fetch(`${base}/jobs`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer alice',
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const stored = () => [...blobs.versions.values()].map((versions) => versions.at(-1)?.data.toString());

describe('POST /jobs with source_url', () => {
  it('201: the file is fetched, checked and stored', async () => {
    const { status, body } = await submit({ source_url: url, options: { format: ['text'] } });
    expect([status, body['status']]).toEqual([201, 'pending']);
    expect(fetched).toEqual([url]);
    expect(stored()).toEqual([pdf.toString()]);
    expect(readdirSync(spoolDir)).toEqual([]);
    const headers = { authorization: 'Bearer alice' };
    const job = await (await fetch(`${base}/jobs/${body['id']}?include=origin`, { headers })).json();
    expect(job).toMatchObject({
      origin: { api_key: null, source: 'source_url', source_host: new URL(url).host },
    });
  });

  it('201: in a form, and repeated with the same key', async () => {
    const form = new FormData();
    form.append('source_url', url);
    const headers = { authorization: 'Bearer alice', 'idempotency-key': 'once' };
    const first = await fetch(`${base}/jobs`, { method: 'POST', body: form, headers });
    expect(first.status).toBe(201);
    const { body } = await submit({ source_url: url }, 'once');
    expect(body['id']).toBe(((await first.json()) as { id: string }).id);
  });

  it.each([
    '',
    'file:///etc/passwd',
    'report.pdf',
    'https://',
    'https://user@a.test/report.pdf',
    'https://user:secret@a.test/report.pdf',
    `https://a.test/${'x'.repeat(2_100)}`,
  ])('400: the URL %j, without fetching anything', async (source_url) => {
    const { status, body } = await submit({ source_url });
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(fetched).toEqual([]);
  });

  it.each(['source_job_id', 'upload_id'])(
    '400: together with %s, without fetching anything',
    async (other) => {
      const { status, body } = await submit({ source_url: url, [other]: 'a' });
      expect([status, body['code']]).toEqual([400, 'invalid_request']);
      expect(JSON.stringify(body['errors'])).toContain('must not be sent together with');
      expect(fetched).toEqual([]);
    },
  );

  it('400: together with a file, in any order, without fetching anything', async () => {
    const parts = [
      ['source_url', url],
      ['file', new Blob([pdf])],
    ] as const;
    for (const order of [parts, parts.toReversed()]) {
      const form = new FormData();
      for (const [name, value] of order) form.append(name, value as string);
      const headers = { authorization: 'Bearer alice' };
      const answer = await fetch(`${base}/jobs`, { method: 'POST', body: form, headers });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('replaces the file');
    }
    expect([fetched, stored()]).toEqual([[], []]);
  });

  it('201: with a file name that reveals no token of the URL', async () => {
    const nameOf = async () => {
      const { body } = await submit({ source_url: url });
      const answer = await fetch(`${base}/jobs/${body['id']}?include=file`, {
        headers: { authorization: 'Bearer alice' },
      });
      return ((await answer.json()) as { file: { name: string } }).file.name;
    };
    expect(await nameOf()).toBe('report.pdf');
    fileName = 'eyJhbGciOiJIUzI1NiJ9';
    expect(await nameOf()).toBe('document.pdf');
  });

  it('400: where it is not offered', async () => {
    await start(false);
    const { status, body } = await submit({ source_url: url });
    expect([status, body['code']]).toEqual([400, 'source_url_not_offered']);
  });

  it('400: a file that fails while it is fetched, or is not a PDF', async () => {
    content = async function* () {
      yield pdf;
      throw sourceUrlFailed('timeout', null);
    };
    expect((await submit({ source_url: url })).body['code']).toBe('source_url_failed');
    content = async function* () {
      yield Buffer.from('<html>');
    };
    expect((await submit({ source_url: url })).body['code']).toBe('invalid_pdf');
    expect([stored(), readdirSync(spoolDir)]).toEqual([[], []]);
  });

  it('409: the same key for a file that has changed', async () => {
    await submit({ source_url: url }, 'once');
    content = async function* () {
      yield Buffer.from('%PDF-1.7 and something else');
    };
    expect((await submit({ source_url: url }, 'once')).body['code']).toBe('idempotency_key_reused');
  });

  it('413: a file that is larger than the plan allows, at the first byte over it', async () => {
    let sent = 0;
    content = async function* () {
      for (;;) {
        sent += 1;
        yield Buffer.concat([pdf, Buffer.alloc(400)]);
      }
    };
    expect((await submit({ source_url: url })).body['code']).toBe('file_too_large');
    expect(sent).toBeLessThan(10);
    expect(readdirSync(spoolDir)).toEqual([]);
  });
});
