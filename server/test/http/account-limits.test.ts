/** Limits per account in one process: what is counted, what is refused, and when a slot is free again. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const accountLimits = {
  streamsPerAccountMax: 2,
  downloadsPerAccountMax: 1,
  downloadsMax: 2,
  requestsPerAccountMax: 3,
};

let base: string;
let store: ReturnType<typeof memoryStore>;
/** Blocks reads of jobs until it resolves. */
let gate = Promise.resolve();

function endlessBody(): Readable {
  const body = new Readable({ read: () => {} });
  body.push('%');
  return body;
}

beforeAll(async () => {
  store = memoryStore();
  const { list } = store.jobs;
  store.jobs.list = async (...args) => {
    await gate;
    return list(...args);
  };
  const blobs = await memoryBlobs();
  // Downloads that start and never end.
  const get: typeof blobs.get = async () => ({
    body: endlessBody(),
    bytes: 1,
    totalBytes: 1,
    contentType: 'application/pdf',
  });
  const app = await testApp({ store, accountLimits, blobs: { ...blobs, get } });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

const opened: IncomingMessage[] = [];
afterAll(() => {
  for (const response of opened) response.destroy();
});

async function sendRequest(path: string, user: string, method = 'GET'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${user}` };
  const request = get(new URL(path, base), { agent: false, method, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  opened.push(response);
  return response;
}

async function refusal(response: IncomingMessage) {
  const chunks = await response.toArray();
  return { status: response.statusCode, ...JSON.parse(Buffer.concat(chunks).toString()) };
}

describe('requests of one account', () => {
  it('429: one stream too many, with the limit in the message; other accounts are not affected', async () => {
    const streams = [await sendRequest('/events', 'alice'), await sendRequest('/events', 'alice')];
    const third = await sendRequest('/events', 'alice');
    expect(third.headers['retry-after']).toBe('5');
    expect(await refusal(third)).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      detail: expect.stringContaining('2 event streams and long polls'),
    });
    expect((await sendRequest('/events', 'bob')).statusCode).toBe(200);
    expect((await sendRequest('/jobs', 'alice')).statusCode).toBe(200);
    for (const stream of streams) stream.destroy();
    await expect.poll(async () => (await sendRequest('/events', 'alice')).statusCode).toBe(200);
  });

  it('429: a long poll counts as a stream', async () => {
    const id = '01a1e2e7-78e2-7ada-a058-15ae069e9d73';
    const streams = [await sendRequest('/events', 'carol'), await sendRequest('/events', 'carol')];
    expect((await sendRequest(`/jobs/${id}?wait=1`, 'carol')).statusCode).toBe(429);
    expect((await sendRequest(`/jobs/${id}`, 'carol')).statusCode).toBe(404);
    for (const stream of streams) stream.destroy();
  });

  it('429: one concurrent read too many; later reads succeed', async () => {
    const blocked = Promise.withResolvers<void>();
    gate = blocked.promise;
    const reads = [1, 2, 3].map(() => sendRequest('/jobs', 'dave'));
    await expect.poll(async () => (await sendRequest('/auth/me', 'dave')).statusCode).toBe(429);
    blocked.resolve();
    for (const read of reads) expect((await read).statusCode).toBe(200);
    for (let again = 0; again < 10; again += 1)
      expect((await sendRequest('/auth/me', 'dave')).statusCode).toBe(200);
  });
});

async function submitted(user: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob(['%PDF-1.7']), 'document.pdf');
  const headers = { authorization: `Bearer ${user}` };
  const answer = await fetch(`${base}/jobs`, { method: 'POST', body, headers });
  return ((await answer.json()) as { id: string }).id;
}

describe('downloads', () => {
  it('429 for one too many of an account, 503 for one too many in total; HEAD does not count', async () => {
    const source = async (user: string) => `/jobs/${await submitted(user)}/source`;
    const first = await source('alice');
    const slow = [await sendRequest(first, 'alice'), await sendRequest(await source('bob'), 'bob')];
    expect(slow.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await sendRequest(first, 'alice')).statusCode).toBe(429);
    // A query string makes no difference.
    expect((await sendRequest(`${first}?wait=1`, 'alice')).statusCode).toBe(429);
    expect((await sendRequest(first, 'alice', 'HEAD')).statusCode).toBe(200);
    const third = await source('carol');
    const busy = await sendRequest(third, 'carol');
    expect(await refusal(busy)).toMatchObject({ status: 503, code: 'service_unavailable' });
    expect(busy.headers['retry-after']).toBe('5');
    for (const one of slow) one.destroy();
    await expect.poll(async () => (await sendRequest(third, 'carol')).statusCode).toBe(200);
  });
});
