/** Documents of LangChain from a job: one for each chunk or page, with its place. */
import { describe, expect, it } from 'vitest';
import { doneJob, fakeService } from '../../testing/fake-service.ts';
import { OctavoLoader } from './octavo-loader.ts';

const chunk = (id: string, pages: readonly number[], boxes: readonly (readonly number[])[]) => ({
  id,
  text: `Chapter\n\ntext of ${id}`,
  filename: 'report.pdf',
  headings: ['Chapter'],
  page_numbers: pages,
  spans: boxes.map((box, index) => ({ page: pages[Math.min(index, pages.length - 1)], box })),
  anchor: `anchor-${id}`,
});

const job = { 'GET /jobs/J': doneJob('J') };

describe('one document for each chunk', () => {
  const chunks = [
    {
      items: [
        chunk(
          'c1',
          [1],
          [
            [10, 50, 90, 60],
            [20, 30, 95, 45],
          ],
        ),
      ],
      next_cursor: 'next',
    },
    {
      items: [
        chunk(
          'c2',
          [1, 2],
          [
            [10, 10, 90, 20],
            [5, 700, 50, 720],
          ],
        ),
      ],
      next_cursor: null,
    },
  ];

  it('has the id of the chunk, the file, the page and the box around what is on it', async () => {
    const { client, requests } = fakeService({ ...job, 'GET /jobs/J/chunks': [...chunks] });
    const loader = new OctavoLoader({ job_id: 'J' }, { client, chunks: { max_tokens: 128 } });
    const [first, second, ...rest] = await loader.load();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ id: 'c1', pageContent: 'Chapter\n\ntext of c1' });
    expect(first?.metadata).toMatchObject({
      source: 'report.pdf',
      job_id: 'J',
      loc: { pageNumber: 1 },
      page: 1,
      box: [10, 30, 95, 60],
      headings: ['Chapter'],
      anchor: 'anchor-c1',
    });
    expect(second?.metadata).toMatchObject({ page: 1, box: [10, 10, 90, 20], page_numbers: [1, 2] });
    expect(requests.filter(({ url }) => url.pathname.endsWith('/chunks'))[0]?.url.search).toContain('=128');
  });

  it('does not submit a job that is already there', async () => {
    const { client, requests } = fakeService({ ...job, 'GET /jobs/J/chunks': [...chunks] });
    await new OctavoLoader({ job_id: 'J' }, { client }).load();
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('comes one by one, before the rest is asked for', async () => {
    const { client, requests } = fakeService({ ...job, 'GET /jobs/J/chunks': [...chunks] });
    const documents = new OctavoLoader({ job_id: 'J' }, { client }).lazyLoad();
    const first = await documents.next();
    expect(first.value).toMatchObject({ id: 'c1' });
    expect(requests.filter(({ url }) => url.pathname.endsWith('/chunks'))).toHaveLength(1);
  });
});

describe('one document for each page', () => {
  const page = (number: number) => ({ page: number, width: 595, height: 842 });
  const part = (content: string, next_cursor: string | null) => ({
    format: 'markdown',
    content,
    next_cursor,
  });

  it('has the markdown of the page without the mark, and the page as its box', async () => {
    const { client } = fakeService({
      ...job,
      'GET /jobs/J/pages': { items: [page(1), page(2)], next_cursor: null },
      'GET /jobs/J/read': [
        part('<!-- page 1 (i) -->\n\n# Title\n', 'next'),
        part('\nThe rest.\n', null),
        part('<!-- page 2 -->\n\nSecond page.\n', null),
      ],
    });
    const documents = await new OctavoLoader({ job_id: 'J' }, { client, per: 'page' }).load();
    expect(documents.map(({ pageContent }) => pageContent)).toEqual([
      '# Title\n\nThe rest.\n',
      'Second page.\n',
    ]);
    expect(documents.map(({ id }) => id)).toEqual(['J/1', 'J/2']);
    expect(documents[1]?.metadata).toEqual({
      source: 'report.pdf',
      job_id: 'J',
      loc: { pageNumber: 2 },
      page: 2,
      box: [0, 0, 595, 842],
      page_numbers: [2],
    });
  });
});

it('passes on what the service refuses', async () => {
  const { client } = fakeService({});
  await expect(new OctavoLoader({ job_id: 'none' }, { client }).load()).rejects.toThrow('not found');
});
