/** A list is read completely, without duplicates. */
import { describe, expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { fakeFetch, jsonResponse } from '../testing/fake-fetch.ts';

/** Serves pages of two items from this list, which may change between requests. */
function clientOf(ids: string[], onPage: (page: number) => void = () => {}) {
  const { fetch, requests } = fakeFetch(({ url }) => {
    const page = Number(url.searchParams.get('page') ?? 1);
    const items = ids.slice((page - 1) * 2, page * 2).map((id) => ({ id }));
    const response = jsonResponse({ items, total: ids.length, page, page_size: 2 });
    onPage(page);
    return response;
  });
  return { client: new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch }), requests };
}

async function idsOf(jobs: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of jobs) ids.push(id);
  return ids;
}

describe('a list', () => {
  it('is one page when awaited', async () => {
    const { client, requests } = clientOf(['a', 'b', 'c']);
    const page = await client.jobs.list({ page_size: 2 });
    expect([page.items.length, page.total, page.hasNextPage()]).toEqual([2, 3, true]);
    const next = await page.getNextPage();
    expect([next?.items[0]?.id, next?.hasNextPage(), await next?.getNextPage()]).toEqual(['c', false, null]);
    expect(requests).toHaveLength(2);
  });

  it('is all items when iterated, with the filter in every request', async () => {
    const { client, requests } = clientOf(['a', 'b', 'c', 'd', 'e']);
    expect(await idsOf(client.jobs.list({ status: ['done', 'failed'] }))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(requests.map(({ url }) => url.searchParams.get('status'))).toEqual(Array(3).fill('done,failed'));
  });

  it('skips items that a newer one moved to the next page', async () => {
    const ids = ['b', 'c', 'd'];
    const { client } = clientOf(ids, (page) => {
      if (page === 1) ids.unshift('a');
    });
    expect(await idsOf(client.jobs.list())).toEqual(['b', 'c', 'd']);
  });

  it('is requested once, however often it is awaited', async () => {
    const { client, requests } = clientOf(['a']);
    const list = client.jobs.list();
    await list;
    await list;
    expect(requests).toHaveLength(1);
  });
});
