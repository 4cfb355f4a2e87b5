/** `GET /jobs/{id}/outline`, `/pages` and `/read` by status, on fakes. */
import type { Block } from '@octavo/document/model/blocks.ts';
import { documentOf, heading, paragraph, table } from '@octavo/document/write/sample-document.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitted, claimed, doneJob, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { jobWithReading } from '../fakes/stored-reading.ts';
import { testApp } from './test-app.ts';

const sentence = 'The supplier shall indemnify the customer against all claims of third parties. ';
const on = (page: number, kids: readonly Block[]): Block[] => kids.map((kid) => ({ ...kid, page }));
const pages = [
  on(1, [heading(1, 'Liability'), paragraph(sentence.repeat(9)), heading(2, 'Limits'), paragraph(sentence)]),
  [],
  on(3, [
    heading(1, 'Prices'),
    table([
      ['Item', 'Price'],
      ['A', '1'],
      ['B', '2'],
    ]),
    paragraph('End.'),
  ]),
];
const document = documentOf(pages, {
  title: 'Agreement',
  pages: [
    { page: 1, label: 'i', width: 612, height: 792, rotation: 0 },
    { page: 2, width: 612, height: 792, rotation: 90 },
    { page: 3, width: 612, height: 792, rotation: 0 },
  ],
});
const warning = { code: 'page_only_image', message: 'A page is an image.', pages: [2], count: 1 } as const;

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

const readable = async () =>
  (await jobWithReading(store, blobs, await accountOf('alice'), document, [warning])).id;

type Body = Record<string, unknown> & { items: Record<string, unknown>[]; next_cursor: string | null };

async function get(id: string, path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    url: `/jobs/${id}/${path}`,
    headers: { authorization: 'Bearer alice', ...headers },
  });
  const body = (answer.body === '' ? {} : answer.json()) as Body;
  return { status: answer.statusCode, code: body['code'], body, headers: answer.headers };
}

const routes = ['outline', 'pages', 'read'];

describe('200', () => {
  it('outline: sections with level, page, label and tokens, and the document', async () => {
    const { body } = await get(await readable(), 'outline');
    expect(body['document']).toMatchObject({ pages: 3, title: 'Agreement', language: null });
    expect(body.items).toMatchObject([
      { ref: '/kids/0', title: 'Liability', level: 1, page: 1, label: 'i', source: 'heading', tables: 0 },
      { ref: '/kids/2', title: 'Limits', level: 2, page: 1 },
      { ref: '/kids/4', title: 'Prices', level: 1, page: 3, label: null, tables: 1 },
    ]);
    const [liability, limits] = body.items as { tokens: number; tokens_with_children: number }[];
    expect(liability?.tokens_with_children).toBe((liability?.tokens ?? 0) + (limits?.tokens ?? 0));
    const flat = await get(await readable(), 'outline?depth=1');
    expect(flat.body.items.map(({ title }) => title)).toEqual(['Liability', 'Prices']);
  });

  it('outline: within max_tokens, by cursor', async () => {
    const id = await readable();
    const first = await get(id, 'outline?max_tokens=100');
    expect(first.body.items).toHaveLength(1);
    const second = await get(id, `outline?max_tokens=20000&cursor=${first.body.next_cursor}`);
    expect(second.body.items).toHaveLength(2);
    expect(second.body.next_cursor).toBeNull();
  });

  it('pages: label, size, counts and quality', async () => {
    const { body } = await get(await readable(), 'pages');
    expect(body.items).toMatchObject([
      { page: 1, label: 'i', width: 612, height: 792, blocks: 4, quality: { score: 1, reasons: [] } },
      { page: 2, label: null, rotation: 90, blocks: 0, quality: { score: 0, reasons: ['page_only_image'] } },
      { page: 3, tables: 1 },
    ]);
  });

  it('pages: by cursor', async () => {
    const id = await readable();
    const first = await get(id, 'pages?limit=2');
    const second = await get(id, `pages?limit=2&cursor=${first.body.next_cursor}`);
    expect([...first.body.items, ...second.body.items].map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(second.body.next_cursor).toBeNull();
  });

  it('read: pages, a section, or the whole document', async () => {
    const id = await readable();
    const page = await get(id, 'read?pages=3');
    expect(page.body).toMatchObject({
      format: 'markdown',
      content: '<!-- page 3 -->\n\n# Prices\n\n| Item | Price |\n| - | - |\n| A | 1 |\n| B | 2 |\n\nEnd.\n',
      from: { page: 3, ref: '/kids/4' },
      to: { page: 3, ref: '/kids/6' },
      truncated: false,
      cut: false,
      next_cursor: null,
      remaining_tokens: 0,
    });
    const section = await get(id, `read?section=${encodeURIComponent('/kids/2')}&format=text`);
    expect(section.body['content']).toBe(`Limits\n${sentence}\n`);
    const whole = await get(id, 'read');
    expect(whole.body['content']).toContain('<!-- page 1 (i) -->');
    const blocks = await get(id, 'read?format=blocks&pages=1-2');
    expect(blocks.body['content']).toMatchObject([
      { ref: '/kids/0', type: 'heading', headings: [] },
      { ref: '/kids/1', type: 'paragraph', headings: ['Liability'], section: '/kids/0' },
      { ref: '/kids/2' },
      { ref: '/kids/3', headings: ['Liability', 'Limits'] },
    ]);
  });

  it('read: by cursor, never above max_tokens', async () => {
    const id = await readable();
    let [path, text, answers] = ['read?format=text&max_tokens=100', '', 0];
    for (;;) {
      const { body } = await get(id, path);
      expect(body['tokens']).toBeLessThanOrEqual(100);
      expect(body['truncated']).toBe(body.next_cursor !== null);
      text += body['content'];
      answers++;
      if (body.next_cursor === null) break;
      path = `read?max_tokens=100&cursor=${body.next_cursor}`;
    }
    expect(answers).toBeGreaterThan(1);
    expect(text).toBe(
      `Liability\n${sentence.repeat(9)}\nLimits\n${sentence}\nPrices\nItem\tPrice\nA\t1\nB\t2\nEnd.`,
    );
  });
});

it.each(routes)('304: %s of a conversion that the client has', async (route) => {
  const id = await readable();
  const { headers } = await get(id, route);
  const again = await get(id, route, { 'if-none-match': String(headers['etag']) });
  expect([again.status, again.headers['etag']]).toEqual([304, headers['etag']]);
});

describe('400', () => {
  it.each([
    'read?pages=9',
    'read?pages=1,3',
    'read?pages=x',
    'read?section=/kids/1',
    'read?pages=1&section=/kids/0',
    'read?max_tokens=99',
    'read?max_tokens=20001',
    'read?format=html',
    'read?cursor=nonsense',
    'outline?depth=0',
    'outline?cursor=e30',
    'pages?limit=0',
  ])('%s', async (path) => {
    expect(await get(await readable(), path)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('a cursor of another conversion, route or format', async () => {
    const [id, other] = [
      await readable(),
      await jobWithReading(store, blobs, await accountOf('alice'), documentOf(pages)),
    ];
    const { body } = await get(id, 'read?max_tokens=100');
    for (const path of [
      `outline?cursor=${body.next_cursor}`,
      `read?format=text&cursor=${body.next_cursor}`,
    ]) {
      expect((await get(id, path)).status).toBe(400);
    }
    expect((await get(other.id, `read?cursor=${body.next_cursor}`)).status).toBe(400);
  });
});

it.each(routes)('401: %s without credentials', async (route) => {
  expect((await get(await readable(), route, { authorization: '' })).status).toBe(401);
});

it.each(routes)('404: %s of foreign and unknown jobs', async (route) => {
  const foreign = await get(await readable(), route, { authorization: 'Bearer bob' });
  const unknown = await get('nonsense', route);
  expect([foreign.status, foreign.code]).toEqual([404, 'job_not_found']);
  expect(unknown.body['detail']).toBe(foreign.body['detail']);
});

describe('409', () => {
  it.each(routes)('%s before the job is done', async (route) => {
    const job = sampleJob(await accountOf('alice'));
    await admitted(store, job);
    expect(await get(job.id, route)).toMatchObject({ status: 409, code: 'job_not_done' });
  });

  it.each(routes)('%s of a job without an index', async (route) => {
    const job = sampleJob(await accountOf('alice'));
    const claim = await claimed(store, job);
    const outputs = [sampleOutput(job, claim)];
    await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [] }, noon);
    expect(await get(job.id, route)).toMatchObject({ status: 409, code: 'reading_not_stored' });
  });
});

it.each(routes)('503: %s while the index is not in storage', async (route) => {
  const job = await doneJob(store, sampleJob(await accountOf('alice')));
  expect(await get(job.id, route)).toMatchObject({ status: 503, code: 'service_unavailable' });
});
