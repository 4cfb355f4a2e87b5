/** A download resumes after a broken connection, and never mixes two versions of a file. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import { ConnectionError } from '../errors/octavo-error.ts';
import { brokenBody } from '../testing/broken-body.ts';
import { errorResponse, type FakeResponse, fakeFetch } from '../testing/fake-fetch.ts';

const whole = new TextEncoder().encode('0123456789');
const headers = {
  etag: '"v1"',
  'content-type': 'text/plain',
  'content-disposition': 'attachment; filename="a.txt"',
};

const breaksAfter4: FakeResponse = () => new Response(brokenBody(whole, 4), { headers });
const rest =
  (from: number): FakeResponse =>
  ({ headers: sent }) => {
    expect(sent.get('range')).toBe(`bytes=${from}-`);
    expect(sent.get('if-range')).toBe('"v1"');
    return new Response(whole.slice(from), { status: 206, headers });
  };

function clientOf(...responses: readonly FakeResponse[]) {
  const { fetch, requests } = fakeFetch(...responses);
  return { client: new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch }), requests };
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-download-'));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 200,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

describe('after a broken connection', () => {
  it('requests the rest of the same version', async () => {
    const { client, requests } = clientOf(breaksAfter4, rest(4));
    const download = await client.jobs.download('j', 'text');
    expect(download).toMatchObject({ fileName: 'a.txt', etag: '"v1"', mediaType: 'text/plain' });
    expect(await download.text()).toBe('0123456789');
    expect(requests).toHaveLength(2);
  });

  it('throws if the file has changed', async () => {
    const { client } = clientOf(
      breaksAfter4,
      () => new Response(whole, { headers: { ...headers, etag: '"v2"' } }),
    );
    await expect((await client.jobs.download('j', 'text')).text()).rejects.toThrow(/changed/);
  });

  it('gives up after several attempts without data', async () => {
    const { client, requests } = clientOf(
      breaksAfter4,
      () => new Response(brokenBody(whole, 0), { status: 206, headers }),
    );
    await expect((await client.jobs.download('j', 'text')).text()).rejects.toThrow(ConnectionError);
    expect(requests).toHaveLength(3);
  });

  it('throws if the job was deleted in the meantime', async () => {
    const { client } = clientOf(breaksAfter4, errorResponse(404, 'job_not_found'));
    await expect((await client.jobs.download('j', 'text')).text()).rejects.toThrow(/jobs\.list/);
  });
});

describe('save', () => {
  it('writes the file under its name only when it is complete', async () => {
    const { client } = clientOf(breaksAfter4, rest(4));
    const path = join(directory, 'deep', 'a.txt');
    expect(await (await client.jobs.download('j', 'text')).save(path)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('0123456789');
    expect(readdirSync(join(directory, 'deep'))).toEqual(['a.txt']);
  });

  it('leaves nothing behind when it fails', async () => {
    const { client } = clientOf(breaksAfter4, errorResponse(404, 'job_not_found'));
    const path = join(directory, 'a.txt');
    await expect((await client.jobs.download('j', 'text')).save(path)).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
  });
});

it('does not time out while the consumer is slow', async () => {
  const { fetch } = fakeFetch(() => new Response(whole, { headers }));
  const client = new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch, idleTimeoutMs: 100 });
  const download = await client.jobs.download('j', 'text');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await download.text()).toBe('0123456789');
});

it('times out without data for idleTimeoutMs', async () => {
  const silent = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), { headers });
  const { fetch } = fakeFetch(silent);
  const client = new Octavo({
    apiKey: 'k',
    baseUrl: 'http://a.test',
    fetch,
    idleTimeoutMs: 100,
    maxRetries: 0,
  });
  await expect((await client.jobs.download('j', 'text')).text()).rejects.toThrow(/in time/);
});

it('can be read only once', async () => {
  const { client } = clientOf(() => new Response(whole, { headers }));
  const download = await client.jobs.download('j', 'text');
  await download.text();
  await expect(download.text()).rejects.toThrow(/already/);
});
