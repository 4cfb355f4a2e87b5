/** `/jobs/{id}/locate` and `/jobs/{id}/chunks` by status, on fakes. */
import type { DocumentNode } from '@octavo/document/model/blocks.ts';
import { documentOf, heading, paragraph, table } from '@octavo/document/write/sample-document.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitted, claimed, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { jobWithReading } from '../fakes/stored-reading.ts';
import { testApp } from './test-app.ts';

const on = <T extends DocumentNode>(page: number, kids: readonly T[]): T[] =>
  kids.map((kid) => ({ ...kid, page, kids: on(page, kid.kids as readonly DocumentNode[]) }));
const pages = [
  on(1, [
    heading(1, 'Liability'),
    paragraph('The aggregate liability shall not exceed EUR 500,000 in any contract year.'),
  ]),
  on(2, [
    heading(1, 'Prices'),
    table([
      ['Item', 'Price'],
      ['A bicycle', '100 EUR'],
    ]),
  ]),
];
const document = documentOf(pages);
const scanned = { code: 'page_only_image', message: 'A page is an image.', pages: [2], count: 1 } as const;

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

const readable = async (warnings: readonly (typeof scanned)[] = []) =>
  (await jobWithReading(store, blobs, await accountOf('alice'), document, warnings)).id;

type Item = Record<string, unknown>;
type Body = Record<string, unknown> & { items: Item[]; next_cursor: string | null };

const alice = { authorization: 'Bearer alice' };

async function send(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({
    method,
    url,
    headers: { ...alice, ...headers },
    ...(payload && { payload }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const body = (isJson ? answer.json() : {}) as Body;
  return { status: answer.statusCode, code: body['code'], body, text: answer.body, headers: answer.headers };
}

const exact = 'shall not exceed EUR 500,000';
const locate = (id: string, payload: object = { quotes: [{ exact }] }, headers = {}) =>
  send('POST', `/jobs/${id}/locate`, payload, headers);
const chunks = (id: string, query = '', headers = {}) =>
  send('GET', `/jobs/${id}/chunks${query}`, undefined, headers);

describe('200', () => {
  it('locate: verdict, page, boxes, selector and anchor', async () => {
    const id = await readable();
    const { body } = await locate(id, {
      quotes: [{ exact, page: 1 }, { exact: 'about zebras and pineapples' }],
    });
    expect(body.items).toMatchObject([
      {
        verdict: 'verbatim',
        score: 1,
        total: 1,
        page_claimed: 1,
        page_right: true,
        matches: [
          {
            page: 1,
            label: null,
            refs: ['/kids/1'],
            selector: { type: 'TextQuoteSelector', exact, prefix: 'The aggregate liability ' },
            differences: [],
            headings: ['Liability'],
            anchor: `octavo:${id}@${body['parse']}#/kids/1:34-62`,
          },
        ],
      },
      { verdict: 'absent', matches: [], page_claimed: null, page_right: null },
    ]);
    expect(body['not_searched']).toEqual([]);
  });

  it('locate: never absent over pages that could not be read', async () => {
    const { body } = await locate(await readable([scanned]), {
      quotes: [{ exact: 'about zebras and pineapples' }],
    });
    expect(body.items).toMatchObject([{ verdict: 'undetermined' }]);
    expect(body['not_searched']).toEqual([{ reason: 'page_only_image', pages: [2] }]);
  });

  it('locate: an anchor leads to its place, and one of another conversion or job does not', async () => {
    const id = await readable();
    const { body } = await locate(id);
    const [match] = (body.items[0] as { matches: { anchor: string }[] }).matches;
    const parse = body['parse'];
    const anchors = [
      match?.anchor ?? '',
      `octavo:${id}@000000000000#/kids/1:34-62`,
      'nonsense',
      `octavo:${await readable()}@${parse}#/kids/1:34-62`,
      `octavo:${id}@${parse}#/kids/1:34-9999`,
      `octavo:${id}@${parse}#/kids/0:34-62`,
    ];
    const resolved = await locate(id, { anchors });
    expect(resolved.body['anchors']).toMatchObject([
      { status: 'found', match: { page: 1, refs: ['/kids/1'], selector: { exact } } },
      { status: 'outdated', match: null },
      { status: 'invalid', match: null },
      { status: 'invalid', match: null },
      { status: 'invalid', match: null },
      { status: 'invalid', match: null },
    ]);
  });

  it('chunks: by cursor, the same as at once', async () => {
    const id = await readable();
    const all = await chunks(id);
    expect(all.body.items).toMatchObject([
      {
        type: 'text',
        text: `Liability\n\nThe aggregate liability ${exact} in any contract year.`,
        page_numbers: [1],
      },
      { type: 'table', page_numbers: [2], table: { n: 1, row_start: 1, row_end: 2 } },
    ]);
    expect(all.body.next_cursor).toBeNull();
    const first = await chunks(id, '?limit=1');
    const second = await chunks(id, `?limit=1&cursor=${first.body.next_cursor}`);
    expect([...first.body.items, ...second.body.items]).toEqual(all.body.items);
    expect(second.body.next_cursor).toBeNull();
  });

  it('chunks: all of them as lines', async () => {
    const id = await readable();
    const { text, headers } = await chunks(id, '', { accept: 'application/x-ndjson' });
    expect(headers['content-type']).toContain('application/x-ndjson');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual((await chunks(id)).body.items);
  });

  it('chunks: merge=false keeps each block as a chunk of its own', async () => {
    const id = await readable();
    const blocksOf = async (query: string) =>
      (await chunks(id, query)).body.items.map(({ doc_items: blocks }) => (blocks as string[]).length);
    expect(await blocksOf('?merge=true')).toEqual(await blocksOf(''));
    const apart = await blocksOf('?merge=false');
    expect(new Set(apart)).toEqual(new Set([1]));
    expect(apart.length).toBeGreaterThan((await blocksOf('')).length);
    expect((await chunks(id, '?merge=no')).status).toBe(400);
  });

  it('chunks: ids depend on the options and on nothing else', async () => {
    const id = await readable();
    const ids = async (query: string) => (await chunks(id, query)).body.items.map((chunk) => chunk['id']);
    expect(await ids('')).toEqual(await ids(''));
    expect(await ids('?tables=csv')).not.toEqual(await ids(''));
  });
});

it('304: chunks of a conversion that the client has', async () => {
  const id = await readable();
  const { headers } = await chunks(id);
  expect((await chunks(id, '', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
});

describe('400', () => {
  it.each([
    {},
    { quotes: [] },
    { quotes: [{}] },
    { quotes: [{ exact: '' }] },
    { quotes: [{ exact: 'x'.repeat(2_001) }] },
    { quotes: Array.from({ length: 51 }, () => ({ exact })) },
    { quotes: [{ exact }], min_score: 0.4 },
    { quotes: [{ exact }], limit: 0 },
    { quotes: [{ exact, page: 0 }] },
    { quotes: [{ exact, other: 1 }] },
  ])('locate %j', async (payload) => {
    expect(await locate(await readable(), payload)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each([
    '?max_tokens=63',
    '?max_tokens=8193',
    '?overlap=300',
    '?tables=xml',
    '?tokenizer=x',
    '?limit=0',
    '?cursor=x',
  ])('chunks%s', async (query) => {
    expect(await chunks(await readable(), query)).toMatchObject({ status: 400, code: 'invalid_request' });
    const lines = await chunks(await readable(), query, { accept: 'application/x-ndjson' });
    expect(lines.status).toBe(400);
  });

  it('a cursor with other options', async () => {
    const id = await readable();
    const { body } = await chunks(id, '?limit=1');
    expect((await chunks(id, `?tables=csv&cursor=${body.next_cursor}`)).status).toBe(400);
  });
});

it('401: without credentials', async () => {
  const id = await readable();
  expect((await locate(id, undefined, { authorization: '' })).status).toBe(401);
  expect((await chunks(id, '', { authorization: '' })).status).toBe(401);
});

it('404: foreign and unknown jobs', async () => {
  const id = await readable();
  const bob = { authorization: 'Bearer bob' };
  expect(await locate(id, undefined, bob)).toMatchObject({ status: 404, code: 'job_not_found' });
  expect(await chunks(id, '', bob)).toMatchObject({ status: 404, code: 'job_not_found' });
  expect((await locate('nonsense')).status).toBe(404);
});

describe('409', () => {
  it('a job that is not done, or has no index', async () => {
    const pending = sampleJob(await accountOf('alice'));
    await admitted(store, pending);
    expect(await chunks(pending.id)).toMatchObject({ status: 409, code: 'job_not_done' });
    const done = sampleJob(await accountOf('alice'));
    const claim = await claimed(store, done);
    const outputs = [sampleOutput(done, claim)];
    await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [] }, noon);
    expect(await locate(done.id)).toMatchObject({ status: 409, code: 'reading_not_stored' });
  });
});

it('413: a body that is too large', async () => {
  const payload = { quotes: [{ exact: 'x'.repeat(1_100_000) }] };
  expect((await locate(await readable(), payload)).status).toBe(413);
});
