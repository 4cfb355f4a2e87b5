/** Compression of responses: JSON and text of GET, nothing else. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from './test-app.ts';

const long = { items: Array.from({ length: 400 }, (_, at) => `https://files.test/${at}`) };

describe('a response', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await testApp({}, async (routes) => {
      routes.get('/list', async () => long);
      routes.get('/large', async () => [...Array(30)].map(() => long));
      routes.get('/short', async () => ({ status: 'ok' }));
      routes.get('/file', { config: { servesContent: true } }, async (_request, reply) =>
        reply.header('etag', '"a"').type('text/plain').send('x'.repeat(5_000)),
      );
      routes.get('/zip', async (_request, reply) => reply.type('application/zip').send(Buffer.alloc(5_000)));
      routes.get('/part', async (_request, reply) =>
        reply
          .code(206)
          .header('content-range', 'bytes 0-4999/9999')
          .type('text/plain')
          .send('x'.repeat(5_000)),
      );
      routes.post('/secrets', async () => long);
    });
  });
  const get = (url: string, encoding: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { 'accept-encoding': encoding } });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed as %s, small or large', async (encoding, decompress) => {
    for (const [url, expected] of [
      ['/list', long],
      ['/large', [...Array(30)].map(() => long)],
    ] as const) {
      const { headers, rawPayload } = await get(url, encoding);
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringContaining('accept-encoding'),
      });
      expect(JSON.parse(decompress(rawPayload).toString())).toEqual(expected);
      expect(rawPayload.length).toBeLessThan(JSON.stringify(expected).length / 4);
    }
  });

  it('prefers brotli, and respects the weights of the client', async () => {
    expect((await get('/list', 'gzip, deflate, br')).headers['content-encoding']).toBe('br');
    expect((await get('/list', 'br;q=0.1, gzip;q=1')).headers['content-encoding']).toBe('gzip');
  });

  it.each([
    ['a client that does not ask', '/list', 'identity'],
    ['a client that asks for something else', '/list', 'zstd'],
    ['a short body', '/short', 'br'],
    ['a file of a job', '/file', 'br'],
    ['what is compressed already', '/zip', 'br'],
    ['a range', '/part', 'br'],
  ])('is not compressed: %s', async (_why, url, encoding) => {
    const { headers, statusCode } = await get(url, encoding);
    expect(headers['content-encoding']).toBeUndefined();
    expect(statusCode).toBeLessThan(300);
  });

  it('is not compressed after POST, because it may hold a new secret', async () => {
    const { headers, json } = await get('/secrets', 'br', 'POST');
    expect(headers['content-encoding']).toBeUndefined();
    expect(json()).toEqual(long);
  });

  it('keeps the strong ETag of a file', async () => {
    expect((await get('/file', 'br')).headers.etag).toBe('"a"');
  });
});
