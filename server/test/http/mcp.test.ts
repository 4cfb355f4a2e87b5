/** `POST /mcp` on fakes: credentials, origins, both generations of the protocol, and errors in the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { documentOf, heading, paragraph, table } from '@octavo/document/write/sample-document.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashRawKey, newRawKey } from '../../src/domain/api-key.ts';
import type { Tier } from '../../src/domain/plan.ts';
import type { EventFeed } from '../../src/ports/events.ts';
import { admitted, sampleJob, sampleKey } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { jobWithReading } from '../fakes/stored-reading.ts';
import { testApp } from './test-app.ts';

const prices = table([
  ['Item', 'Price'],
  ['A', '1'],
  ['B', '2'],
]);
const blocksOf = (page: number) => [
  heading(1, `Chapter ${page}`),
  paragraph(`The turbine of page ${page} runs. `.repeat(200)),
  ...(page === 1 ? [prices] : []),
];
const document = documentOf(
  [1, 2, 3].map((page) => blocksOf(page).map((kid) => ({ ...kid, page }))),
  { title: 'Turbines', pages: [1, 2, 3].map((page) => ({ page, width: 612, height: 792, rotation: 0 })) },
);

const metrics = new Registry();
let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let app: Awaited<ReturnType<typeof testApp>>;
let url: URL;
let waiting = 0;
beforeAll(async () => {
  [store, blobs] = [memoryStore(), await memoryBlobs()];
  const feed: EventFeed = {
    ...store.events.feed,
    subscribe: (accountId, subscriber) => {
      const unsubscribe = store.events.feed.subscribe(accountId, subscriber);
      waiting += 1;
      return () => {
        waiting -= 1;
        unsubscribe();
      };
    },
  };
  app = await testApp({ store, blobs, metrics, feed });
  url = new URL('/mcp', await app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  // Clients keep connections, and open new ones ahead of requests.
  app.server.closeAllConnections();
  await blobs.close();
});

async function accountOf(subject: string, tier: Tier): Promise<string> {
  const person = { issuer: 'https://id.test', subject, email: `${subject}@id.test` };
  const { id } = await store.accounts.findOrCreate(person, new Date());
  await store.accounts.setTier(id, tier);
  return id;
}

async function keyOf(accountId: string): Promise<string> {
  const rawKey = newRawKey();
  await store.apiKeys.create(sampleKey(accountId, { hash: hashRawKey(rawKey) }), 100);
  return rawKey;
}

type Generation = 'auto' | 'legacy';

async function connect(headers: Record<string, string>, mode: Generation = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [block] = content as readonly { readonly text: string }[];
  return { text: block?.text ?? '', isError: isError === true };
}

const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
  app.inject({ method: 'POST', url: '/mcp', headers, payload: body as object });

describe('credentials', () => {
  it.each([
    ['an API key in X-Api-Key', (key: string) => ({ 'x-api-key': key })],
    ['an API key as a bearer token', (key: string) => ({ authorization: `Bearer ${key}` })],
  ])('%s', async (_, headers) => {
    const accountId = await accountOf('alice', 'pro');
    const { id } = await jobWithReading(store, blobs, accountId, document);
    const client = await connect(headers(await keyOf(accountId)));
    expect((await call(client, 'open_document', { document: id })).text).toContain('Chapter 2');
  });

  it('a token of the provider', async () => {
    await accountOf('alice', 'pro');
    const client = await connect({ authorization: 'Bearer alice' });
    expect((await call(client, 'list_documents', {})).isError).toBe(false);
  });

  it('401 without them, and with a key that does not exist, leads to the metadata of the resource', async () => {
    const challenge =
      'Bearer realm="octavo", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp"';
    for (const headers of [{}, { authorization: 'Bearer oct_nonsense' }, { 'x-api-key': 'oct_nonsense' }]) {
      const answer = await post(headers);
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, challenge]);
    }
    const metadata = await app.inject({ url: '/.well-known/oauth-protected-resource/mcp' });
    expect([metadata.statusCode, metadata.json()]).toEqual([
      200,
      expect.objectContaining({
        resource: 'http://127.0.0.1:3000/mcp',
        authorization_servers: ['https://id.test'],
      }),
    ]);
  });

  it('an API key as a bearer token is refused everywhere else', async () => {
    const key = await keyOf(await accountOf('alice', 'pro'));
    const sessions = { verify: async () => null };
    const strict = await testApp({ store, sessions });
    const answer = await strict.inject({ url: '/jobs', headers: { authorization: `Bearer ${key}` } });
    expect(answer.statusCode).toBe(401);
  });
});

describe.each<Generation>(['auto', 'legacy'])('a client of the generation %s', (mode) => {
  it('opens and reads a document', async () => {
    const accountId = await accountOf('alice', 'pro');
    const { id } = await jobWithReading(store, blobs, accountId, document);
    const client = await connect({ 'x-api-key': await keyOf(accountId) }, mode);
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    const opened = await call(client, 'open_document', { document: id, max_tokens: 2_000 });
    expect(opened.text).toMatch(/- Chapter 3 \[p\. 3, \d+ tokens, \/kids\/5\]/);
    const read = await call(client, 'read_document', { document: id, section: '/kids/3' });
    expect(read.text).toContain('The turbine of page 2 runs.');
    expect(read.text).not.toContain('page 3');
    const found = await call(client, 'search_document', { document: id, query: '"turbine of page 3"' });
    expect(found.text).toMatch(/- p\. 3, \/kids\/6, Chapter 3: /);
    const quote = 'The turbine of page 2 runs. The turbine of page 3 runs.';
    const located = await call(client, 'locate_quote', { document: id, quote });
    expect(located.text).toMatch(/^Verdict: (?!verbatim)/m);
    const tables = await call(client, 'get_table', { document: id });
    expect(tables.text).toContain('1 tables.');
    const rows = await call(client, 'get_table', { document: id, table: 1, rows: '2' });
    expect(rows.text).toMatch(/\nA,1\r?\n/);
  });

  it('does not see documents of another account: not found, in the protocol', async () => {
    const { id } = await jobWithReading(store, blobs, await accountOf('bob', 'pro'), document);
    const client = await connect({ 'x-api-key': await keyOf(await accountOf('alice', 'pro')) }, mode);
    const others = { query: 'turbine', quote: 'The turbine of page 2 runs.', table: 1 };
    for (const [tool, needs] of [
      ['open_document', []],
      ['read_document', []],
      ['search_document', ['query']],
      ['locate_quote', ['quote']],
      ['get_table', ['table']],
    ] as const) {
      const more = Object.fromEntries(needs.map((name) => [name, others[name]]));
      expect(await call(client, tool, { document: id, ...more })).toEqual(
        await call(client, tool, { document: 'nonsense', ...more }),
      );
      expect((await call(client, tool, { document: id, ...more })).text).toMatch(/^Error job_not_found/);
    }
    const uri = `octavo://documents/${id}`;
    await expect(client.readResource({ uri })).rejects.toThrow('Job not found');
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).not.toContain(uri);
  });

  it('on the free plan, lists tools and gets plan_required from each', async () => {
    const accountId = await accountOf('carol', 'free');
    for (const headers of [{ authorization: 'Bearer carol' }, { 'x-api-key': await keyOf(accountId) }]) {
      const client = await connect(headers, mode);
      expect((await client.listTools()).tools).toHaveLength(6);
      const { text, isError } = await call(client, 'list_documents', {});
      expect([isError, text]).toEqual([true, expect.stringMatching(/^Error plan_required: .*free plan/)]);
    }
  });

  it('a document that is not converted yet: processing, or an error that says so', async () => {
    const accountId = await accountOf('alice', 'pro');
    const id = await admitted(store, sampleJob(accountId));
    const client = await connect({ 'x-api-key': await keyOf(accountId) }, mode);
    const opened = await call(client, 'open_document', { document: id, wait_seconds: 0 });
    expect([opened.isError, opened.text]).toEqual([false, expect.stringContaining('is being converted')]);
    expect((await call(client, 'read_document', { document: id })).text).toMatch(/^Error job_not_done/);
  });
});

describe('refuses', () => {
  const headers = { authorization: 'Bearer alice' };

  it('web pages of other origins, but not those of its own', async () => {
    const foreign = await post({ ...headers, origin: 'https://evil.example' });
    expect([foreign.statusCode, foreign.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'origin_not_allowed' }),
    ]);
    expect((await post({ ...headers, origin: 'null' })).statusCode).toBe(403);
    expect((await post({ ...headers, origin: 'http://127.0.0.1:3000' })).statusCode).not.toBe(403);
  });

  it('bodies that are too large, not JSON, or of another type', async () => {
    const large = await post(headers, { filler: 'x'.repeat(70_000) });
    expect([large.statusCode, large.json().code]).toEqual([413, 'payload_too_large']);
    const text = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{"jsonrpc"',
    });
    expect([text.statusCode, text.json().code]).toEqual([400, 'invalid_json']);
    const form = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: 'hello',
    });
    expect(form.statusCode).toBe(415);
  });

  it('other methods: there are no sessions to stream or to end', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/mcp', headers });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'OPTIONS, POST']);
    }
  });
});

describe('messages of one request', () => {
  const headers = { authorization: 'Bearer alice', accept: 'application/json, text/event-stream' };
  const reading = (id: number, document: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'read_document', arguments: { document } },
  });

  it('are answered one after the other, however many the client sends together', async () => {
    const { id } = await jobWithReading(store, blobs, await accountOf('alice', 'pro'), document);
    let [running, most] = [0, 0];
    const slow: typeof blobs.get = async (...args) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      return blobs.get(...args).finally(() => running--);
    };
    const own = await testApp({ store, blobs: { ...blobs, get: slow } });
    const payload = [1, 2, 3, 4].map((number) => reading(number, id));
    const answer = await own.inject({ method: 'POST', url: '/mcp', headers, payload });
    expect(answer.body.match(/The turbine of page 1 runs/g)?.length).toBeGreaterThanOrEqual(4);
    expect(most).toBe(1);
  });

  it('400 for more than 20', async () => {
    const answer = await post(
      headers,
      Array.from({ length: 21 }, (_, index) => reading(index, 'x')),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });

  it('202 without a body for a notification', async () => {
    const answer = await post(headers, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
  });

  it('a resource that cannot be: invalid params, not an internal error', async () => {
    const { id } = await jobWithReading(store, blobs, await accountOf('alice', 'pro'), document);
    const params = { uri: `octavo://documents/${id}/pages/0` };
    const answer = await post(headers, { jsonrpc: '2.0', id: 1, method: 'resources/read', params });
    expect(answer.body).toContain('"code":-32602');
    expect(answer.body).toContain('invalid_request: Pages and tables have numbers from 1.');
  });
});

it('ends the wait for a document when the client goes away', async () => {
  const accountId = await accountOf('alice', 'pro');
  const id = await admitted(store, sampleJob(accountId));
  const client = await connect({ 'x-api-key': await keyOf(accountId) });
  const answer = client.callTool({ name: 'open_document', arguments: { document: id, wait_seconds: 30 } });
  answer.catch(() => {});
  await expect.poll(() => waiting).toBe(1);
  await client.close();
  await expect.poll(() => waiting).toBe(0);
  await expect.poll(() => metrics.metrics()).toMatch(/octavo_http_requests_in_flight 0/);
});

it('counts calls by tool and outcome', async () => {
  const text = await metrics.metrics();
  expect(text).toContain('octavo_mcp_calls_total{tool="open_document",outcome="ok"}');
  expect(text).toContain('octavo_mcp_calls_total{tool="list_documents",outcome="plan_required"}');
});

it('is not part of the OpenAPI document', async () => {
  const { paths } = (await app.inject({ url: '/openapi.json' })).json();
  expect(Object.keys(paths).filter((path) => /mcp/.test(path))).toEqual([]);
});
