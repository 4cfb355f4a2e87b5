/** `GET /jobs/{id}/search`, `/tables`, `/tables/{n}`, `/figures`, `/fields` and `/links` by status, on fakes. */
import type { Block } from '@octavo/document/model/blocks.ts';
import {
  at,
  documentOf,
  figure,
  heading,
  item,
  list,
  paragraph,
  table,
  textBlock,
} from '@octavo/document/write/sample-document.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitted, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { jobWithReading } from '../fakes/stored-reading.ts';
import { testApp } from './test-app.ts';

const link = { start: 4, end: 11, link: { url: 'https://example.com/' } };
const field = {
  ...{ type: 'field' as const, ...at, name: 'customer', label: 'Customer' },
  ...{ field_type: 'text' as const, value: 'ACME', content: 'ACME', kids: [] as const },
};
const words = 'The oﬃce shall “indem\u00adnify” the Customer – without limit.';
const lined: Block = {
  ...(paragraph(words) as Extract<Block, { type: 'paragraph' }>),
  lines: [
    { page: 1, box: [72, 700, 300, 712], start: 0, end: 30 },
    { page: 1, box: [72, 680, 300, 692], start: 30, end: words.length },
  ],
};
const blocks: Block[] = [
  heading(1, 'Liability'),
  lined,
  paragraph('See website and the customer.', [link]),
  textBlock('caption', 'Table 1: Prices'),
  table([
    ['Item', 'Price'],
    ['Paper, "white"', '4'],
    ['Ink', '7'],
  ]),
  figure([textBlock('caption', 'Figure 1: Sites')], 'images/imageFile1.png', 'A map'),
  field,
  list([item('one', [table([['nested']])])]),
];

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let app: Awaited<ReturnType<typeof testApp>>;
let id: string;

async function accountOf(subject: string): Promise<string> {
  const person = { issuer: 'https://id.test', subject, email: '' };
  return (await store.accounts.findOrCreate(person, new Date())).id;
}

beforeAll(async () => {
  [store, blobs] = [memoryStore(), await memoryBlobs()];
  app = await testApp({ store, blobs });
  id = (await jobWithReading(store, blobs, await accountOf('alice'), documentOf([blocks]))).id;
});
afterAll(() => blobs.close());

type Body = Record<string, unknown> & { items: Record<string, unknown>[]; next_cursor: string | null };

async function get(path: string, { job = id, user = 'alice', tag = '' } = {}) {
  const headers = {
    ...(user !== '' && { authorization: `Bearer ${user}` }),
    ...(tag !== '' && { 'if-none-match': tag }),
  };
  const answer = await app.inject({ url: `/jobs/${job}/${path}`, headers });
  const body = (answer.body === '' ? {} : answer.json()) as Body;
  return { status: answer.statusCode, code: body['code'], body, etag: String(answer.headers['etag']) };
}

const search = async (q: string, more = '') => (await get(`search?q=${encodeURIComponent(q)}${more}`)).body;
const routes = ['search?q=x', 'tables', 'tables/1?format=csv', 'figures', 'fields', 'links'];

describe('200: search', () => {
  it('finds words whatever their case, ligatures, quotes and soft hyphens', async () => {
    for (const [q, match] of [
      ['OFFICE', 'oﬃce'],
      ['indemnify', 'indem\u00adnify'],
      ['"customer - without"', 'Customer – without'],
    ] as const) {
      expect(await search(q)).toMatchObject({ total: 1, items: [{ ref: '/kids/1', match, page: 1 }] });
    }
  });

  it('says where a hit is: headings, context, offsets and the boxes of its lines', async () => {
    const [hit] = (await search('indemnify')).items;
    expect(hit).toMatchObject({ headings: ['Liability'], before: 'The oﬃce shall “', label: null });
    expect(hit?.['after']).toMatch(/^” the Customer/);
    expect(hit).toMatchObject({ start: 'Liability\n'.length + words.indexOf('indem') });
    const { boxes } = hit as unknown as { boxes: { page: number; box: number[] }[] };
    const [line] = boxes;
    expect(line).toMatchObject({ page: 1 });
    expect(line?.box[0]).toBeGreaterThan(72);
    expect(line?.box.slice(1).filter((_, n) => n !== 1)).toEqual([700, 712]);
  });

  it('needs all words in one block, and counts every occurrence of a single one', async () => {
    expect(await search('customer')).toMatchObject({ total: 2 + 1 });
    expect(await search('customer office')).toMatchObject({ total: 1, items: [{ ref: '/kids/1' }] });
    expect(await search('website indemnify')).toMatchObject({ total: 0, items: [] });
  });

  it('goes on by cursor', async () => {
    const first = await search('customer', '&limit=2');
    const second = await search('customer', `&limit=2&cursor=${first.next_cursor}`);
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([2, 1, null]);
  });
});

describe('200: contents', () => {
  it('tables, with captions and nested ones', async () => {
    expect((await get('tables')).body).toMatchObject({
      total: 2,
      items: [
        { n: 1, ref: '/kids/4', caption: 'Table 1: Prices', rows: 3, columns: 2, pages: [1] },
        { n: 2, ref: '/kids/7/kids/0/kids/0', caption: null, rows: 1 },
      ],
      next_cursor: null,
    });
    const first = (await get('tables?limit=1')).body;
    expect((await get(`tables?limit=1&cursor=${first.next_cursor}`)).body.items).toMatchObject([{ n: 2 }]);
  });

  it('a table as csv, json, markdown and html, or some rows of it', async () => {
    const content = async (query: string) => (await get(`tables/1?${query}`)).body['content'];
    expect(await content('format=csv')).toBe('Item,Price\r\n"Paper, ""white""",4\r\nInk,7\r\n');
    expect(await content('format=json&rows=3')).toEqual([['Ink', '7']]);
    expect(await content('format=markdown&rows=1-2')).toBe(
      '| Item | Price |\n| - | - |\n| Paper, "white" | 4 |\n',
    );
    expect(await content('format=html')).toMatch(/^<table>.*<\/table>\n$/s);
  });

  it('figures, fields and links', async () => {
    expect((await get('figures')).body.items).toMatchObject([
      {
        ref: '/kids/5',
        caption: 'Figure 1: Sites',
        alt: 'A map',
        image: 'imageFile1.png',
        after: 'Customer: ACME',
      },
    ]);
    expect((await get('fields')).body.items).toMatchObject([
      { ref: '/kids/6', name: 'customer', label: 'Customer', type: 'text', value: 'ACME' },
    ]);
    expect((await get('links')).body.items).toMatchObject([
      { ref: '/kids/2', text: 'website', url: 'https://example.com/', target_page: null },
    ]);
  });
});

it.each(routes)('304: %s of a conversion that the client has', async (route) => {
  const { etag } = await get(route);
  expect((await get(route, { tag: etag })).status).toBe(304);
});

it.each([
  'search',
  'search?q=',
  'search?q=%22%22',
  'search?q=x&limit=0',
  `search?q=${'x'.repeat(501)}`,
  'search?q=x&cursor=e30',
  'tables?cursor=x',
  'tables/1?format=xlsx',
  'tables/1?format=csv&rows=9',
  'tables/1?format=csv&rows=1,3',
  'tables/0?format=csv',
  'figures?limit=501',
])('400: %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 400, code: 'invalid_request' });
});

it.each(routes)('401: %s without credentials', async (route) => {
  expect((await get(route, { user: '' })).status).toBe(401);
});

it.each(routes)('404: %s of foreign and unknown jobs', async (route) => {
  expect(await get(route, { user: 'bob' })).toMatchObject({ status: 404, code: 'job_not_found' });
  expect(await get(route, { job: 'nonsense' })).toMatchObject({ status: 404, code: 'job_not_found' });
});

it('404: a table that is not there', async () => {
  expect(await get('tables/3?format=csv')).toMatchObject({ status: 404, code: 'table_not_found' });
});

it.each(routes)('409: %s before the job is done', async (route) => {
  const job = sampleJob(await accountOf('alice'));
  await admitted(store, job);
  expect(await get(route, { job: job.id })).toMatchObject({ status: 409, code: 'job_not_done' });
});
