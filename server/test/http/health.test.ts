/** `/health`, `/livez`, `/readyz` and `/metrics`, by status. */
import { describe, expect, it } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import { memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const failing = (what: 'database' | 'storage') => async () => {
  throw unavailable(what, new Error('connect ECONNREFUSED 10.9.8.7:5432'));
};
const withoutDatabase = () => ({ store: { ...memoryStore(), ping: failing('database') } });
const withoutStorage = async () => ({ blobs: { ...(await memoryBlobs()), ping: failing('storage') } });

describe('GET /health', () => {
  it('200: exactly {"status":"ok"}, without credentials', async () => {
    const app = await testApp();
    const answer = await app.inject('/health');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('{"status":"ok"}');
  });

  it('503: detail and Retry-After while the database is unavailable, without its address', async () => {
    const app = await testApp(withoutDatabase());
    const answer = await app.inject('/health');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      detail: 'The service cannot reach its database right now. Try again shortly.',
      code: 'service_unavailable',
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.headers['retry-after']).toBe('2');
  });

  it('200: also while the storage is unavailable', async () => {
    const app = await testApp(await withoutStorage());
    expect((await app.inject('/health')).statusCode).toBe(200);
  });
});

describe('GET /livez', () => {
  it('200: regardless of dependencies', async () => {
    const app = await testApp({ ...withoutDatabase(), ...(await withoutStorage()) });
    expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' });
  });
});

describe('GET /readyz', () => {
  it('200: lists the checked dependencies', async () => {
    const app = await testApp();
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok' },
    });
  });

  it('503: lists the unavailable dependencies', async () => {
    const app = await testApp(await withoutStorage());
    const answer = await app.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ detail: 'Not ready: no answer from storage.' });
  });
});

describe('GET /metrics', () => {
  it('200: when the operator made it public; requests are counted by route pattern', async () => {
    const app = await testApp({ metricsAccess: { tokens: [], isOpen: true } });
    await app.inject('/livez');
    await app.inject('/nothing/here');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain(
      'octavo_http_request_duration_seconds_count{method="GET",route="/livez",status="200"} 1',
    );
    expect(body).toContain('route="none",status="404"');
    expect(body).not.toContain('/nothing/here');
  });

  it('401: for every caller while no token is set, also from loopback, because a proxy may run there', async () => {
    const app = await testApp();
    for (const remoteAddress of ['127.0.0.1', '203.0.113.7']) {
      expect((await app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(401);
    }
  });

  it('401: without the token even if made public, because a configured token is always required', async () => {
    const app = await testApp({ metricsAccess: { tokens: ['scrape'], isOpen: true } });
    expect((await app.inject('/metrics')).statusCode).toBe(401);
  });

  it('200 with the token and 401 without, from any address', async () => {
    const app = await testApp({ metricsAccess: { tokens: ['scrape', 'its-successor'], isOpen: false } });
    const status = async (authorization?: string) =>
      (await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
    expect(await status('Bearer scrape')).toBe(200);
    expect(await status('Bearer its-successor')).toBe(200);
    expect(await status('Bearer scrapes')).toBe(401);
    expect(await status()).toBe(401);
  });
});
