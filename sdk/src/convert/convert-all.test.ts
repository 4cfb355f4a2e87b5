/** A batch never has more under way than there are slots, learns from refusals, and ends with every file. */
import { describe, expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { fakeFetch, json, refusal } from '../testing/fake-fetch.ts';
import { Slots } from './slots.ts';

/** A service with so many slots, whose jobs take a few milliseconds, and of whose files some fail. */
function service({ planSlots = 5, freeSlots = 99 }: { planSlots?: number; freeSlots?: number } = {}) {
  let made = 0;
  const active = new Set<string>();
  const seen = { most: 0, refused: 0 };
  const { fetch } = fakeFetch(async ({ method, url, body }) => {
    const id = url.pathname.split('/')[2] ?? '';
    if (url.pathname === '/plans') {
      return json({ plans: [{ tier: 'pro', active_jobs_max: planSlots }], current: 'pro' });
    }
    if (method === 'POST') {
      if (body.includes('refused file')) return refusal(400, 'invalid_pdf');
      if (active.size >= freeSlots) {
        seen.refused += 1;
        return refusal(429, 'concurrent_job_limit', { 'retry-after': '0.01' });
      }
      made += 1;
      active.add(`job-${made}`);
      seen.most = Math.max(seen.most, active.size);
      return json({ id: `job-${made}`, status: 'pending', options: { format: ['text'] } }, 201);
    }
    if (url.pathname.endsWith('/download/text')) return new Response(`text of ${id}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active.delete(id);
    return json({ id, status: 'done', page_count: 1, options: { format: ['text'] }, warnings: [] });
  });
  const client = new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch });
  return { client, seen, isIdle: () => active.size === 0 };
}

const files = (count: number) =>
  Array.from({ length: count }, (_, at) => new TextEncoder().encode(`%PDF- ${at}`));

describe('a batch', () => {
  it('uses as many slots as the plan has, and answers every file', async () => {
    const { client, seen } = service({ planSlots: 3 });
    const indexes: number[] = [];
    for await (const item of client.convertAll(files(10), { format: ['text'] })) {
      expect(item.ok && item.conversion.text).toMatch(/^text of job-/);
      indexes.push(item.index);
    }
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, at) => at));
    expect(seen).toEqual({ most: 3, refused: 0 });
  });

  it('keeps below the plan where asked to', async () => {
    const { client, seen } = service({ planSlots: 5 });
    for await (const item of client.convertAll(files(6), { concurrency: 2 })) expect(item.ok).toBe(true);
    expect(seen.most).toBe(2);
  });

  it('goes on past a file that is refused', async () => {
    const { client } = service();
    const given = [...files(2), new TextEncoder().encode('refused file')];
    const ends = new Map<number, string>();
    for await (const item of client.convertAll(given)) {
      ends.set(item.index, item.ok ? 'ok' : `${(item.error as Error).name} ${item.jobId}`);
    }
    expect(Object.fromEntries(ends)).toEqual({ 0: 'ok', 1: 'ok', 2: 'BadRequestError null' });
  });

  it('ends with every file although others hold slots of the plan', { timeout: 60_000 }, async () => {
    const { client, seen } = service({ planSlots: 4, freeSlots: 2 });
    let done = 0;
    for await (const item of client.convertAll(files(6))) done += item.ok ? 1 : 0;
    expect(done).toBe(6);
    expect(seen.refused).toBeGreaterThan(0);
  });

  it('takes no more files than it can work on', async () => {
    const { client } = service({ planSlots: 2 });
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

it('slots shrink to what is held when no more are free, and grow back', () => {
  const slots = new Slots(5);
  slots.refused(3);
  expect(slots.limit).toBe(3);
  slots.refused(0);
  expect(slots.limit).toBe(1);
  for (let finished = 0; finished < 9; finished += 1) slots.finished();
  expect(slots.limit).toBe(5);
});
