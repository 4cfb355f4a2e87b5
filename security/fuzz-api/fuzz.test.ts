/** The fuzzer can fail: it finds nothing in a service that keeps its contract, and each planted breach in one that does not. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type OpenApi, readContract } from './contract.ts';
import { type Exchange, fuzz, reproduction } from './fuzz.ts';
import { callers } from './fuzz-request.ts';
import { noResources } from './resource-pool.ts';

const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
const document = {
  openapi: '3.1.0',
  components: {
    schemas: {
      PageLimitError: { type: 'object' },
      Error: {
        type: 'object',
        required: ['detail', 'code', 'request_id'],
        properties: {
          detail: { type: 'string' },
          code: { type: 'string', enum: ['invalid_request', 'thing_not_found', 'method_not_allowed'] },
          request_id: { type: 'string' },
        },
      },
    },
  },
  paths: {
    '/ids/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', schema: { type: 'string' } },
          { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
        ],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['size'],
                  properties: { size: { type: 'integer', minimum: 1 } },
                },
              },
            },
          },
          400: error,
          404: error,
        },
      },
    },
  },
} as unknown as OpenApi;

type Reply = { status: number; body: unknown; requestId?: string | null; readonly allow?: string };
const refusal = (code: string, status: number): Reply => ({
  status,
  body: { detail: 'Refused.', code, request_id: 'id-1' },
});

/** A small service that keeps the contract above. */
function honest(request: IncomingMessage): Reply {
  const url = new URL(request.url ?? '/', 'http://a');
  if (request.method === 'OPTIONS') return { status: 204, body: undefined, allow: 'GET, HEAD, OPTIONS' };
  if (!['GET', 'HEAD'].includes(request.method ?? '')) return refusal('method_not_allowed', 405);
  if (/%(?![0-9a-f]{2})/i.test(url.pathname)) return refusal('invalid_request', 400);
  if (/%e0|%ff/.test(url.pathname)) return refusal('invalid_request', 400);
  if (!/^\/ids\/[0-9a-f-]{36}$/.test(url.pathname)) return refusal('thing_not_found', 404);
  const size = url.searchParams.get('size') ?? '1';
  return /^[1-9]$/.test(size)
    ? { status: 200, body: { size: Number(size) } }
    : refusal('invalid_request', 400);
}

const breaches: Readonly<Record<string, [(reply: Reply) => Reply, RegExp]>> = {
  'a 500': [(reply) => (reply.status === 400 ? { ...reply, status: 500 } : reply), /answered 500/],
  'a status that is not declared': [
    (reply) => (reply.status === 400 ? { ...reply, status: 409 } : reply),
    /undeclared status 409/,
  ],
  'an error without detail': [
    (reply) =>
      reply.status === 400 ? { ...reply, body: { ...(reply.body as object), detail: ' ' } } : reply,
    /without detail/,
  ],
  'another request id': [
    (reply) =>
      reply.status === 400 ? { ...reply, body: { ...(reply.body as object), request_id: 'x' } } : reply,
    /request_id/,
  ],
  'a code that is not in the list': [
    (reply) => (reply.status === 400 ? { ...reply, body: { ...(reply.body as object), code: 'x' } } : reply),
    /error body: \/code/,
  ],
  'a body that is not as declared': [
    (reply) => (reply.status === 200 ? { ...reply, body: { size: 'large' } } : reply),
    /body: \/size/,
  ],
  'a 204 to OPTIONS that does not name the methods': [
    ({ allow: _, ...reply }) => reply,
    /204 to OPTIONS without Allow/,
  ],
  'no request id at all': [(reply) => ({ ...reply, requestId: null }), /no X-Request-Id/],
};

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function fuzzed(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer(answer).on('checkExpectation', answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const exchanges: Exchange[] = [];
  const findings = await fuzz({
    contract: readContract(document),
    node: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resources: {
      credentials: Object.fromEntries(callers.map((caller) => [caller, {}])) as never,
      own: noResources(),
      foreign: noResources(),
      documentUrl: '',
    },
    files: {
      pdf: Buffer.alloc(1),
      locked: Buffer.alloc(1),
      'no-pdf': Buffer.alloc(1),
      large: Buffer.alloc(1),
    },
    seed: 5,
    runs: 150,
    nameOf: () => 'a.pdf',
    onExchange: (exchange) => void exchanges.push(exchange),
    isReached: () => true,
  });
  return { findings, exchanges };
}

const serving = (change: (reply: Reply) => Reply) => (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  const { status, body, allow, requestId = 'id-1' } = change(honest(request));
  const headers = {
    'content-type': 'application/json',
    ...(requestId === null ? {} : { 'x-request-id': requestId }),
    ...(allow === undefined ? {} : { allow }),
  };
  const hasNoBody = request.method === 'HEAD' || body === undefined;
  response.writeHead(status, headers).end(hasNoBody ? '' : JSON.stringify(body));
};

describe('the fuzzer', { timeout: 60_000 }, () => {
  it('finds nothing where the contract is kept, and has seen every declared status', async () => {
    const { findings, exchanges } = await fuzzed(serving((reply) => reply));
    expect(findings.map(reproduction)).toEqual([]);
    const statuses = new Set(exchanges.map(({ answer }) => answer.status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
    expect(exchanges.length).toBeGreaterThanOrEqual(150);
  });

  it.each(Object.entries(breaches))('finds %s', async (_name, [change, violation]) => {
    const { findings } = await fuzzed(serving(change));
    expect(findings.map(({ violations }) => violations.join()).join()).toMatch(violation);
  });

  it('finds connections that are cut, and shows the smallest request that does it', async () => {
    const { findings } = await fuzzed((request, response) => {
      if (request.url?.includes('size=')) request.socket.destroy();
      else serving((reply) => reply)(request, response);
    });
    expect(findings.map(({ violations }) => violations.join()).join()).toMatch(/no answer/);
    expect(findings[0]?.request).toMatchObject({ headers: {}, body: null });
    expect(findings[0]?.request.path.match(/size=/g)).toHaveLength(1);
  });

  it('draws the same requests from the same seed', async () => {
    const draw = async () =>
      (await fuzzed(serving((reply) => reply))).exchanges.map(
        ({ request }) => `${request.method} ${request.headers['range']}`,
      );
    expect(await draw()).toEqual(await draw());
  });
});
