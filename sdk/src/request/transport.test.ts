/** Which requests are retried, and which error each failure becomes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import {
  AuthenticationError,
  BadRequestError,
  QuotaExceededError,
  ServiceUnavailableError,
  TooManyRequestsError,
} from '../errors/api-error.ts';
import { ConnectionError, ConnectionTimeoutError } from '../errors/octavo-error.ts';
import { errorResponse, type FakeResponse, fakeFetch, jsonResponse } from '../testing/fake-fetch.ts';
import { runTimersUntilSettled } from '../testing/run-timers.ts';
import type { OctavoOptions } from './client-options.ts';

const broken = new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

function clientOf(responses: readonly FakeResponse[], options: OctavoOptions = {}) {
  const { fetch, requests } = fakeFetch(...responses);
  const client = new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test/', fetch, ...options });
  return { client, requests };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('temporary failures', () => {
  it.each([408, 500, 502, 503, 504])('retries a read after %i', async (status) => {
    const { client, requests } = clientOf([new Response('', { status }), jsonResponse({ id: 'a' })]);
    expect(await runTimersUntilSettled(client.account.me())).toEqual({ id: 'a' });
    expect(requests).toHaveLength(2);
  });

  it('retries after a broken connection, up to maxRetries', async () => {
    const { client, requests } = clientOf([broken], { maxRetries: 3 });
    await expect(runTimersUntilSettled(client.account.me())).rejects.toThrow(ConnectionError);
    expect(requests).toHaveLength(4);
  });

  it('does not retry a permanent error', async () => {
    const { client, requests } = clientOf([errorResponse(400, 'invalid_request')]);
    await expect(runTimersUntilSettled(client.account.me())).rejects.toThrow(BadRequestError);
    expect(requests).toHaveLength(1);
  });

  it('does not retry a create without an idempotency key when the response is lost', async () => {
    const { client, requests } = clientOf([broken]);
    await expect(runTimersUntilSettled(client.apiKeys.create({ name: 'a' }))).rejects.toThrow(
      ConnectionError,
    );
    expect(requests).toHaveLength(1);
  });

  it('retries such a create after a response with Retry-After', async () => {
    const away = errorResponse(503, 'service_unavailable', { 'retry-after': '1' });
    const { client, requests } = clientOf([away, jsonResponse({ id: 'k' })]);
    expect(await runTimersUntilSettled(client.apiKeys.create({ name: 'a' }))).toEqual({ id: 'k' });
    expect(requests).toHaveLength(2);
  });

  it('waits at least for Retry-After', async () => {
    const { client, requests } = clientOf([
      errorResponse(503, 'service_unavailable', { 'retry-after': '7' }),
      jsonResponse({}),
    ]);
    const work = client.account.me();
    await vi.advanceTimersByTimeAsync(6_900);
    expect(requests).toHaveLength(1);
    await runTimersUntilSettled(work);
    expect(requests).toHaveLength(2);
  });

  it('does not wait silently if Retry-After exceeds one minute', async () => {
    const { client, requests } = clientOf([
      errorResponse(503, 'service_unavailable', { 'retry-after': '3600' }),
    ]);
    await expect(runTimersUntilSettled(client.account.me())).rejects.toThrow(ServiceUnavailableError);
    expect(requests).toHaveLength(1);
  });
});

describe('timeouts and the caller’s signal', () => {
  const never: FakeResponse = () => new Promise<Response>(() => {});

  it('aborts an attempt after timeoutMs', async () => {
    const hang = vi.fn((_url: string, init: RequestInit) => {
      return new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    });
    const client = new Octavo({
      apiKey: 'k',
      baseUrl: 'http://a.test',
      fetch: hang,
      timeoutMs: 10,
      maxRetries: 1,
    });
    await expect(runTimersUntilSettled(client.account.me())).rejects.toThrow(ConnectionTimeoutError);
    expect(hang).toHaveBeenCalledTimes(2);
  });

  it('throws the reason of the signal, and sends nothing more', async () => {
    const { client, requests } = clientOf([broken, never]);
    const controller = new AbortController();
    const work = client.account.me({ signal: controller.signal });
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 10);
    await expect(runTimersUntilSettled(work)).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('credentials', () => {
  it('sends an API key or a session token, never both', async () => {
    const { client, requests } = clientOf([jsonResponse({})]);
    await runTimersUntilSettled(client.account.me());
    await runTimersUntilSettled(client.withOptions({ sessionToken: 'jwt' }).account.me());
    expect(requests[0]?.headers.get('x-api-key')).toBe('oct_test');
    expect(requests[1]?.headers.get('authorization')).toBe('Bearer jwt');
    expect(requests[1]?.headers.has('x-api-key')).toBe(false);
  });

  it('asks the function for a new token once after 401', async () => {
    const sessionToken = vi.fn(({ refresh }: { refresh: boolean }) => (refresh ? 'new' : 'old'));
    const { fetch, requests } = fakeFetch(errorResponse(401, 'unauthorized'), jsonResponse({ id: 'a' }));
    const client = new Octavo({ sessionToken, baseUrl: 'http://a.test', fetch });
    expect(await runTimersUntilSettled(client.account.me())).toEqual({ id: 'a' });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  it('does not retry if the new token is rejected too, or the key is a plain string', async () => {
    const { fetch, requests } = fakeFetch(errorResponse(401, 'unauthorized'));
    const client = new Octavo({ sessionToken: () => 'old', baseUrl: 'http://a.test', fetch });
    await expect(runTimersUntilSettled(client.account.me())).rejects.toThrow(AuthenticationError);
    expect(requests).toHaveLength(2);
    const { client: plain, requests: once } = clientOf([errorResponse(401, 'unauthorized')]);
    await expect(runTimersUntilSettled(plain.account.me())).rejects.toThrow(AuthenticationError);
    expect(once).toHaveLength(1);
  });
});

describe('a submit', () => {
  const file = new TextEncoder().encode('%PDF-1.7 test');

  it('has the same idempotency key in every attempt, and another one in the next call', async () => {
    const { client, requests } = clientOf([broken, jsonResponse({ id: 'j' }, 201)]);
    await runTimersUntilSettled(client.jobs.create({ file }));
    await runTimersUntilSettled(client.jobs.create({ file }));
    const [first, second, third] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(requests[1]?.body.replaceAll(/octavo-[\w-]+/g, 'B')).toBe(
      requests[0]?.body.replaceAll(/octavo-[\w-]+/g, 'B'),
    );
  });

  it.each(['concurrent_job_limit', 'too_many_uploads'])(
    'waits for a slot until one is free: %s',
    async (code) => {
      const full = errorResponse(429, code, { 'retry-after': '5' });
      const { client, requests } = clientOf([full, full, full, jsonResponse({ id: 'j' }, 201)]);
      const onSlotWait = vi.fn();
      expect(await runTimersUntilSettled(client.jobs.create({ file }, { onSlotWait }))).toEqual({ id: 'j' });
      expect(requests).toHaveLength(4);
      expect(onSlotWait).toHaveBeenCalledTimes(3);
    },
  );

  it('throws if no slot becomes free within slotTimeoutMs, immediately for 0', async () => {
    const { client, requests } = clientOf([
      errorResponse(429, 'concurrent_job_limit', { 'retry-after': '5' }),
    ]);
    await expect(
      runTimersUntilSettled(client.jobs.create({ file }, { slotTimeoutMs: 30_000 })),
    ).rejects.toThrow(TooManyRequestsError);
    expect(requests.length).toBeGreaterThan(3);
    const before = requests.length;
    await expect(runTimersUntilSettled(client.jobs.create({ file }, { slotTimeoutMs: 0 }))).rejects.toThrow(
      TooManyRequestsError,
    );
    expect(requests).toHaveLength(before + 1);
  });

  it('exposes the numbers of a 402', async () => {
    const detail = {
      message: 'Not enough pages.',
      pdf_pages: 36,
      pages_remaining: 20,
      pages_used: 980,
      pages_limit: 1000,
      tier: 'free',
    };
    const { client } = clientOf([jsonResponse({ detail, code: 'page_limit_reached', request_id: 'r' }, 402)]);
    const error: unknown = await runTimersUntilSettled(client.jobs.create({ file })).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(QuotaExceededError);
    expect(error).toMatchObject({
      pdfPages: 36,
      pagesRemaining: 20,
      pagesUsed: 980,
      pagesLimit: 1000,
      tier: 'free',
      requestId: 'r',
    });
    expect((error as Error).message).toMatch(/^Not enough pages\. .*upgrade your plan\.$/);
  });
});

describe('a delete that finds nothing', () => {
  const absent = () => errorResponse(404, 'job_not_found');

  it.each<[string, FakeResponse]>([
    ['was lost', broken],
    ['came from a proxy that gave up', new Response('', { status: 504 })],
  ])('is a success if the first response %s', async (_, first) => {
    const { client } = clientOf([first, absent()]);
    await expect(runTimersUntilSettled(client.jobs.delete('a'))).resolves.toBeUndefined();
  });

  it('is an error at the first attempt', async () => {
    const { client } = clientOf([absent()]);
    await expect(runTimersUntilSettled(client.jobs.delete('a'))).rejects.toThrow('jobs.list()');
  });

  it.each<[string, Response]>([
    ['for an expired token', errorResponse(401, 'unauthorized')],
    ['for now', errorResponse(429, 'webhook_rate_limit', { 'retry-after': '1' })],
  ])('is an error if the first attempt was rejected %s', async (_, first) => {
    const { fetch, requests } = fakeFetch(first, absent());
    const client = new Octavo({ sessionToken: () => 'jwt', baseUrl: 'http://a.test', fetch });
    await expect(runTimersUntilSettled(client.jobs.delete('a'))).rejects.toMatchObject({
      status: 404,
      attempts: 2,
    });
    expect(requests).toHaveLength(2);
  });
});
