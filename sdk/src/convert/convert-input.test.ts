/** A URL is passed on to the server, as the only file of a job, and never read here. */
import { describe, expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { InputError } from '../errors/octavo-error.ts';
import { errorResponse, fakeFetch, jsonResponse } from '../testing/fake-fetch.ts';

const sourceUrl = 'https://files.example.com/report.pdf?token=secret';

function fakeServer(submit: () => Response = () => jsonResponse({ id: 'j1', status: 'pending' }, 201)) {
  const { fetch, requests } = fakeFetch(({ method, url }) => {
    if (method === 'POST') return submit();
    if (url.pathname === '/plans') return jsonResponse({ plans: [], current: null });
    if (url.pathname.endsWith('/download/text')) return new Response('text');
    return jsonResponse({
      id: 'j1',
      status: 'done',
      page_count: 1,
      options: { format: ['text'] },
      warnings: [],
    });
  });
  return { client: new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch }), requests };
}

describe('a source URL', () => {
  it('is sent instead of a file', async () => {
    const { client, requests } = fakeServer();
    const { text } = await client.convert({ source_url: sourceUrl }, { format: ['text'] });
    expect(text).toBe('text');
    const [submitted] = requests;
    expect(submitted?.body).toContain(`name="source_url"\r\n\r\n${sourceUrl}\r\n`);
    expect(submitted?.body).not.toContain('name="file"');
    expect(new Set(requests.map(({ url }) => url.host))).toEqual(new Set(['a.test']));
  });

  it('is converted in a batch next to files', async () => {
    const { client, requests } = fakeServer();
    const files = [{ source_url: sourceUrl }, new TextEncoder().encode('%PDF-')];
    for await (const item of client.convertAll(files, { format: ['text'] })) expect(item.ok).toBe(true);
    const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies.map((body) => /name="(file|source_url)"/.exec(body)?.[1]).sort()).toEqual([
      'file',
      'source_url',
    ]);
  });

  it('is not sent together with a file', async () => {
    const { client, requests } = fakeServer();
    const both = { source_url: sourceUrl, file: new Uint8Array(1) };
    await expect(client.jobs.create(both)).rejects.toThrow(InputError);
    await expect(client.jobs.create({ source_url: sourceUrl, upload_id: 'u' })).rejects.toThrow(InputError);
    expect(requests).toEqual([]);
  });

  it('is refused once, with the reason of the server', async () => {
    const { client, requests } = fakeServer(() => errorResponse(400, 'source_url_failed'));
    await expect(client.convert({ source_url: sourceUrl })).rejects.toMatchObject({
      code: 'source_url_failed',
    });
    expect(requests).toHaveLength(1);
  });

  it('as a string is not mistaken for a path', async () => {
    const { client, requests } = fakeServer();
    await expect(client.convert(sourceUrl)).rejects.toThrow('{ source_url: url }');
    expect(requests).toEqual([]);
  });
});
