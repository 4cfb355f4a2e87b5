/** The export has every part, pages through all jobs, and contains no signed URL. */
import type { Octavo } from '@octavo/sdk';
import { describe, expect, it, vi } from 'vitest';
import { exportData, exportSchema, rangesBetween } from './export-data.ts';

const now = new Date('2026-11-18T12:00:00Z');

describe('the ranges of usage', () => {
  it('cover every day once, in parts that the API answers', () => {
    const ranges = rangesBetween(Date.parse('2024-01-10T23:59:00Z'), now.getTime());
    expect(ranges[0]?.from).toBe('2024-01-10');
    expect(ranges.at(-1)?.to).toBe('2026-11-18');
    for (const [index, { from, to }] of ranges.entries()) {
      expect(Date.parse(to) - Date.parse(from)).toBeLessThan(366 * 86_400_000);
      const next = ranges[index + 1];
      if (next) expect(Date.parse(next.from) - Date.parse(to)).toBe(86_400_000);
    }
  });

  it('are one day for an account of today', () => {
    expect(rangesBetween(now.getTime(), now.getTime())).toEqual([{ from: '2026-11-18', to: '2026-11-18' }]);
  });
});

it('has the account, its keys, settings, webhooks, usage and jobs, and no signed URL', async () => {
  async function* jobs() {
    for (let number = 1; number <= 250; number++) {
      yield { id: `job-${number}`, download_urls: { json: 'https://files.test/secret' } };
    }
  }
  const usage = {
    days: [
      { day: 'a', jobs: 1, pages: 2 },
      { day: 'b', jobs: 0, pages: 0 },
    ],
    keys: [],
  };
  const client = {
    account: { me: async () => ({ email: 'ada@example.test', created_at: '2026-11-01T00:00:00Z' }) },
    apiKeys: { list: async () => [{ id: 'key', name: 'nightly' }] },
    jobs: { list: jobs },
    retention: { retrieve: async () => ({ retention_days: 30 }) },
    usage: { retrieve: async () => usage },
    webhooks: { list: async () => [] },
  } as unknown as Octavo;
  const onJobs = vi.fn();
  const text = await (await exportData(client, now, onJobs)).text();
  const parts = JSON.parse(text) as { jobs: object[] };
  expect(parts).toMatchObject({
    schema: exportSchema,
    account: { email: 'ada@example.test' },
    settings: { retention_days: 30 },
    api_keys: [{ name: 'nightly' }],
    usage: [{ from: '2026-11-01', to: '2026-11-18', days: [{ day: 'a' }] }],
  });
  expect(parts.jobs).toHaveLength(250);
  expect(parts.jobs[0]).toEqual({ id: 'job-1', formats: ['json'] });
  expect(text).not.toContain('secret');
  expect(onJobs.mock.calls).toEqual([[100], [200]]);
});
