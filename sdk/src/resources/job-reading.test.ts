/** Reading a job in parts: the first answer, and all of them by cursor. */
import { expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { fakeFetch } from '../testing/fake-fetch.ts';

function clientFor(answers: readonly unknown[]) {
  const left = [...answers];
  const { fetch, requests } = fakeFetch(() => Response.json(left.shift()));
  return { client: new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch }), requests };
}

const part = (content: string, next_cursor: string | null) => ({ format: 'markdown', content, next_cursor });

it('returns the first part when awaited, and sends one request', async () => {
  const { client, requests } = clientFor([part('a', 'c1')]);
  expect(await client.jobs.read('ID', { pages: '3-5', max_tokens: 500 })).toMatchObject({ content: 'a' });
  expect(requests.map(({ url }) => url.search)).toEqual(['?pages=3-5&max_tokens=500']);
});

it('goes on by cursor when iterated, without the range that the cursor replaces', async () => {
  const { client, requests } = clientFor([part('a', 'c1'), part('b', 'c2'), part('c', null)]);
  const contents: unknown[] = [];
  for await (const one of client.jobs.read('ID', { section: '/kids/4', max_tokens: 500 }))
    contents.push(one.content);
  expect(contents).toEqual(['a', 'b', 'c']);
  expect(requests.map(({ url }) => url.search)).toEqual([
    '?section=%2Fkids%2F4&max_tokens=500',
    '?max_tokens=500&cursor=c1',
    '?max_tokens=500&cursor=c2',
  ]);
});

it('iterates the items of lists', async () => {
  const { client } = clientFor([
    { items: [{ page: 1 }], next_cursor: 'c1' },
    { items: [{ page: 2 }, { page: 3 }], next_cursor: null },
  ]);
  const pages: number[] = [];
  for await (const { page } of client.jobs.pages('ID', { limit: 1 })) pages.push(page);
  expect(pages).toEqual([1, 2, 3]);
});

it('locates quotes, and iterates chunks', async () => {
  const { client, requests } = clientFor([
    { parse: 'a1', items: [{ verdict: 'verbatim' }], not_searched: [] },
    { items: [{ id: 'c_1' }], next_cursor: 'c1' },
    { items: [{ id: 'c_2' }], next_cursor: null },
  ]);
  const { items } = await client.jobs.locate('ID', { quotes: [{ exact: 'shall not exceed' }] });
  expect(items[0]?.verdict).toBe('verbatim');
  const ids: string[] = [];
  for await (const { id } of client.jobs.chunks('ID', { max_tokens: 256 })) ids.push(id);
  expect(ids).toEqual(['c_1', 'c_2']);
  expect(requests.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    '/jobs/ID/locate',
    '/jobs/ID/chunks?max_tokens=256',
    '/jobs/ID/chunks?max_tokens=256&cursor=c1',
  ]);
});
