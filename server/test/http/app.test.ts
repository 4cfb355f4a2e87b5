/** Behaviour of every route: request ids, security headers, error bodies, shutdown. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange, portOf } from './raw-exchange.ts';
import { testApp } from './test-app.ts';

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

describe('the Expect header', () => {
  it.each(['', 'a miracle', '200-ok'])('is ignored unless it is 100-continue: %j', async (expected) => {
    const port = await portOf(await testApp());
    const request = `GET /livez HTTP/1.1\r\nhost: a\r\nexpect: ${expected}\r\nconnection: close\r\n\r\n`;
    expect((await exchange(port, request)).head).toMatch(/^HTTP\/1\.1 200 /);
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
