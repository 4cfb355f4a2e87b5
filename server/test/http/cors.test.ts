/** OPTIONS, and requests of web pages of other origins. */
import { describe, expect, it } from 'vitest';
import { testApp } from './test-app.ts';

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
