/** A batch never runs more jobs than there are slots, adapts when slots are taken, and completes every file. */
import { describe, expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { errorResponse, fakeFetch, jsonResponse } from '../testing/fake-fetch.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** A fake server with a number of slots, whose jobs take a few milliseconds; some files fail. */
function fakeServer({ planSlots = 5, freeSlots = 99 }: { planSlots?: number; freeSlots?: number } = {}) {
  let made = 0;
  const active = new Set<string>();
  const seen = { most: 0, rejected: 0 };
  const { fetch } = fakeFetch(async ({ method, url, body }) => {
    const id = url.pathname.split('/')[2] ?? '';
    if (url.pathname === '/plans') {
      return jsonResponse({ plans: [{ tier: 'pro', active_jobs_max: planSlots }], current: 'pro' });
    }
    if (method === 'POST') {
      if (body.includes('rejected file')) return errorResponse(400, 'invalid_pdf');
      if (active.size >= freeSlots) {
        seen.rejected += 1;
        return errorResponse(429, 'concurrent_job_limit', { 'retry-after': '0.01' });
      }
      made += 1;
      active.add(`job-${made}`);
      seen.most = Math.max(seen.most, active.size);
      return jsonResponse({ id: `job-${made}`, status: 'pending', options: { format: ['text'] } }, 201);
    }
    if (url.pathname.endsWith('/download/text')) return new Response(`text of ${id}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active.delete(id);
    return jsonResponse({ id, status: 'done', page_count: 1, options: { format: ['text'] }, warnings: [] });
  });
  const client = new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch });
  return { client, seen, isIdle: () => active.size === 0 };
}

const files = (count: number) =>
  Array.from({ length: count }, (_, at) => new TextEncoder().encode(`%PDF- ${at}`));

describe('a batch', () => {
  it('uses all slots of the plan and returns every file', async () => {
    const { client, seen } = fakeServer({ planSlots: 3 });
    const indexes: number[] = [];
    for await (const item of client.convertAll(files(10), { format: ['text'] })) {
      expect(item.ok && item.conversion.text).toMatch(/^text of job-/);
      indexes.push(item.index);
    }
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, at) => at));
    expect(seen).toEqual({ most: 3, rejected: 0 });
  });

  it('respects a lower concurrency', async () => {
    const { client, seen } = fakeServer({ planSlots: 5 });
    for await (const item of client.convertAll(files(6), { concurrency: 2 })) expect(item.ok).toBe(true);
    expect(seen.most).toBe(2);
  });

  it('continues after a rejected file', async () => {
    const { client } = fakeServer();
    const given = [...files(2), new TextEncoder().encode('rejected file')];
    const ends = new Map<number, string>();
    for await (const item of client.convertAll(given)) {
      ends.set(item.index, item.ok ? 'ok' : `${(item.error as Error).name} ${item.jobId}`);
    }
    expect(Object.fromEntries(ends)).toEqual({ 0: 'ok', 1: 'ok', 2: 'BadRequestError null' });
  });

  it('completes every file while other clients hold slots', { timeout: 60_000 }, async () => {
    const { client, seen } = fakeServer({ planSlots: 4, freeSlots: 2 });
    let done = 0;
    for await (const item of client.convertAll(files(6))) done += item.ok ? 1 : 0;
    expect(done).toBe(6);
    expect(seen.rejected).toBeGreaterThan(0);
  });

  it('does not read more input files than it can process', async () => {
    const { client } = fakeServer({ planSlots: 2 });
    let taken = 0;
    function* source() {
      for (const file of files(10)) {
        taken += 1;
        yield file;
      }
    }
    for await (const item of client.convertAll(source())) {
      expect(item.ok).toBe(true);
      break;
    }
    expect(taken).toBeLessThanOrEqual(3);
  });
});

it('the limit drops to the slots held when no more are free, and rises again', () => {
  const limit = new ConcurrencyLimit(5);
  limit.lowerTo(3);
  expect(limit.current).toBe(3);
  limit.lowerTo(0);
  expect(limit.current).toBe(1);
  for (let finished = 0; finished < 9; finished += 1) limit.raise();
  expect(limit.current).toBe(5);
});
