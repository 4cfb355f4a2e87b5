/** Behaviour of every route: request ids, error bodies, security headers, CORS, limits, shutdown. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.ts';
import { testApp } from './test-app.ts';

async function portOf(app: FastifyInstance): Promise<number> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(address).port);
}

/** Sends raw bytes and reads until the server closes. */
async function exchange(port: number, bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

describe('every response', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await testApp();
  });

  it('has a unique X-Request-Id', async () => {
    const ids = await Promise.all(
      ['/livez', '/livez', '/nowhere'].map(async (url) => (await app.inject(url)).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => typeof id === 'string' && id.length === 36)).toBe(true);
  });

  it('keeps a valid request id of the caller and replaces any other', async () => {
    const idFor = async (given: string) =>
      (await app.inject({ url: '/livez', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idFor('trace-12345')).toBe('trace-12345');
    expect(await idFor('a b<script>')).not.toBe('a b<script>');
    expect(await idFor('x'.repeat(65))).not.toContain('xxx');
  });

  it('forbids browsers to sniff types, frame the page or load content', async () => {
    const { headers } = await app.inject('/livez');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('sends HSTS when the public URL uses https', async () => {
    const secure = await testApp({
      browser: { publicUrl: 'https://api.example.test', corsOrigins: [], contentOrigin: null },
    });
    const { headers } = await secure.inject('/livez');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('every error has detail, code and request_id:', () => {
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    app = await testApp();
    port = await portOf(app);
  });

  const expectError = (
    answer: { statusCode: number; json(): unknown; headers: Record<string, unknown> },
    status: number,
    code: string,
  ) => {
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      detail: expect.any(String),
      code,
      request_id: answer.headers['x-request-id'],
    });
  };

  it('400 for an HTTP/1.1 request without Host; HTTP/1.0 does not need it', async () => {
    const { head, body } = await exchange(port, 'GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ detail: expect.any(String), code: 'invalid_request' });
    expect((await exchange(port, 'GET /livez HTTP/1.0\r\n\r\n')).head).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('404 for an unknown path', async () => {
    expectError(await app.inject('/nowhere'), 404, 'route_not_found');
    expectError(await app.inject({ method: 'POST', url: '/nowhere', body: '{' }), 404, 'route_not_found');
  });

  it('405 for a known path, with the allowed methods', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/health' });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expectError(
      await app.inject({ method: 'POST', url: '/jobs/a/download/text' }),
      405,
      'method_not_allowed',
    );
  });

  it.each(['PROPFIND', 'TRACE', 'QUERY'])('405 for the unusual method %s on a known path', async (method) => {
    const { head, body } = await exchange(
      port,
      `${method} /jobs/a?b=c HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 405 /);
    expect(head).toMatch(/^allow: DELETE, GET, HEAD, OPTIONS, PATCH\r?$/m);
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed' });
  });

  it('400 for a path that cannot be decoded', async () => {
    expectError(await app.inject('/%E0%A4%A'), 400, 'invalid_request');
  });

  it('431 for an oversized header, on the raw socket', async () => {
    const { head, body } = await exchange(
      port,
      `GET /livez HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(JSON.parse(body)).toMatchObject({ detail: expect.any(String), code: 'headers_too_large' });
  });

  it('400 for something that is not HTTP', async () => {
    const { head, body } = await exchange(port, 'HELLO\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ detail: expect.any(String), code: 'invalid_request' });
  });
});

describe('the icon', () => {
  it('is there for browsers that show the API reference', async () => {
    const { statusCode, headers, body } = await (await testApp()).inject('/favicon.ico');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(body).toMatch(/^<svg .*<\/svg>$/);
  });
});

describe('OPTIONS', () => {
  const cors = {
    browser: {
      publicUrl: 'https://api.example.test',
      corsOrigins: ['https://app.example.test'],
      contentOrigin: null,
    },
  };

  it.each([
    ['without CORS', {}],
    ['with CORS', cors],
  ])(
    'answers 204 with Allow on a known path, without credentials, and 404 elsewhere: %s',
    async (_how, needs) => {
      const app = await testApp(needs);
      const options = (url: string) => app.inject({ method: 'OPTIONS', url });
      const jobs = await options('/jobs');
      expect([jobs.statusCode, jobs.body, jobs.headers.allow]).toEqual([204, '', 'GET, HEAD, OPTIONS, POST']);
      expect((await options('/jobs/a/events?x=1')).headers.allow).toBe('GET, OPTIONS');
      expect((await options('/preflight')).headers.allow).toBe('OPTIONS, POST');
      expect((await options('/nowhere')).statusCode).toBe(404);
      expect((await options('/jobs/')).statusCode).toBe(404);
    },
  );

  it('has the CORS headers for a listed origin, also in a preflight', async () => {
    const app = await testApp(cors);
    const origin = 'https://app.example.test';
    for (const headers of [{ origin }, { origin, 'access-control-request-method': 'POST' }]) {
      const answer = await app.inject({ method: 'OPTIONS', url: '/jobs', headers });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS, POST',
        'access-control-allow-origin': origin,
      });
    }
  });
});

describe('a route with a JSON body', () => {
  let app: FastifyInstance;
  const lines: string[] = [];
  beforeAll(async () => {
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    app = await testApp({ logger }, async (routes) => {
      const body = Type.Object(
        { name: Type.String({ maxLength: 3 }), size: Type.Integer() },
        { additionalProperties: false },
      );
      routes.post('/echo', { schema: { body } }, async (request) => request.body);
      routes.get('/boom', async () => {
        throw new Error('password=canary');
      });
    });
  });
  const post = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type } });

  it('400 lists every fault and its location', async () => {
    const answer = await post('{"name":"long","colour":1}');
    expect(answer.statusCode).toBe(400);
    const { errors, detail } = answer.json();
    expect(errors.map((fault: { loc: unknown[] }) => fault.loc)).toEqual(
      expect.arrayContaining([
        ['body', 'name'],
        ['body', 'size'],
        ['body', 'colour'],
      ]),
    );
    expect(detail).toContain('name');
  });

  it.each(['{', '', '{"name":}'])('400 for %j', async (payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_json' });
  });

  it('413 for a body beyond the limit', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(70_000) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ detail: expect.any(String), code: 'payload_too_large' });
  });

  it('415 for another media type', async () => {
    const answer = await post('<a/>', 'text/xml');
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ detail: expect.any(String), code: 'unsupported_media_type' });
  });

  it('500 with a fixed text, and the cause in the log with the same request id', async () => {
    const answer = await app.inject('/boom');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('canary');
    const logged = JSON.parse(lines.at(-1) ?? '{}');
    expect(logged.request_id).toBe(answer.headers['x-request-id']);
    expect(logged.err.message).toContain('canary');
  });
});

describe('an unexpected body', () => {
  const bodies: [string, string][] = [
    ['application/json', ''],
    ['application/json', '{'],
    ['text/xml', '<a/>'],
    ['application/json', 'x'.repeat(70_000)],
  ];

  it.each(bodies)('is ignored by DELETE and by a POST without a body: %s %.5s', async (type, payload) => {
    const app = await testApp({}, async (routes) => {
      routes.delete('/things', async (_request, reply) => reply.code(204).send(null));
      routes.post('/things/touch', async () => ({ touched: true }));
    });
    const headers = { 'content-type': type };
    const removed = await app.inject({ method: 'DELETE', url: '/things', payload, headers });
    expect(removed.statusCode).toBe(204);
    const touched = await app.inject({ method: 'POST', url: '/things/touch', payload, headers });
    expect(touched.statusCode).toBe(200);
  });
});

describe('the Expect header', () => {
  it.each(['', 'a miracle', '200-ok'])('is ignored unless it is 100-continue: %j', async (expected) => {
    const port = await portOf(await testApp());
    const request = `GET /livez HTTP/1.1\r\nhost: a\r\nexpect: ${expected}\r\nconnection: close\r\n\r\n`;
    expect((await exchange(port, request)).head).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('cross-origin requests', () => {
  const preflight = {
    method: 'OPTIONS' as const,
    url: '/health',
    headers: { origin: 'https://app.example.test', 'access-control-request-method': 'GET' },
  };

  it('are allowed from a listed origin', async () => {
    const app = await testApp({
      browser: {
        publicUrl: 'https://api.example.test',
        corsOrigins: ['https://app.example.test'],
        contentOrigin: null,
      },
    });
    const answer = await app.inject(preflight);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example.test');
    const get = await app.inject({ url: '/health', headers: { origin: 'https://app.example.test' } });
    expect(get.headers['access-control-expose-headers']).toContain('x-request-id');
  });

  it('are not allowed from other origins', async () => {
    const app = await testApp({
      browser: {
        publicUrl: 'https://api.example.test',
        corsOrigins: ['https://other.example.test'],
        contentOrigin: null,
      },
    });
    expect((await app.inject(preflight)).headers['access-control-allow-origin']).not.toBe(
      'https://app.example.test',
    );
    expect(
      (await (await testApp()).inject(preflight)).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

describe('shutting down', () => {
  it('finishes the response in progress, then refuses new connections', async () => {
    const held = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const app = await testApp({}, async (routes) => {
      routes.get('/slow', async () => {
        entered.resolve();
        await held.promise;
        return { finished: true };
      });
    });
    const port = await portOf(app);
    const answer = fetch(`http://127.0.0.1:${port}/slow`);
    await entered.promise;
    const closed = app.close();
    held.resolve();
    expect(await (await answer).json()).toEqual({ finished: true });
    await closed;
    const socket = connect(port, '127.0.0.1');
    const [error] = await once(socket, 'error');
    expect(error.code).toBe('ECONNREFUSED');
  });
});

describe('/openapi.json and /docs', () => {
  it('serves the document, and a page that loads nothing from other hosts', async () => {
    const docsDir = mkdtempSync(join(tmpdir(), 'octavo-docs-'));
    atEnd(() => rmSync(docsDir, { recursive: true }));
    const app = await testApp({ docsDir });
    const document = (await app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/health');
    const page = await app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/);
    expect(policy).toContain("default-src 'none'");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(page.body).toContain(`nonce="${nonce}"`);
    const plain = await app.inject('/docs/js/scalar.js');
    expect(plain.statusCode).toBe(200);
    expect(plain.headers['content-type']).toContain('javascript');
    expect(plain.body).toContain('oct_…');
    const headers = { 'accept-encoding': 'gzip, br' };
    const packed = await app.inject({ url: '/docs/js/scalar.js', headers });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await app.inject('/docs')).headers.location).toBe('/docs/');
  });
});
