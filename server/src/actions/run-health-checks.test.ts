import { afterEach, expect, it, vi } from 'vitest';
import { ok } from '../ports/health-check.ts';
import { runHealthChecks } from './run-health-checks.ts';

afterEach(() => void vi.useRealTimers());

it('runs all checks at once and returns their findings in order', async () => {
  let running = 0;
  const check = (part: string) => ({
    part,
    run: async () => {
      running += 1;
      await vi.waitFor(() => expect(running).toBe(2));
      return [ok(part, 'first'), ok(part, 'second')];
    },
  });
  const findings = await runHealthChecks([check('database'), check('storage')]);
  expect(findings.map(({ part, says }) => `${part} ${says}`)).toEqual([
    'database first',
    'database second',
    'storage first',
    'storage second',
  ]);
});

it('reports a check that throws, and the findings of the others', async () => {
  const findings = await runHealthChecks([
    { part: 'database', run: async () => Promise.reject(new Error('connection refused')) },
    { part: 'storage', run: async () => [ok('storage', 'fine')] },
  ]);
  expect(findings).toMatchObject([
    { part: 'database', state: 'bad', says: 'connection refused' },
    { part: 'storage', state: 'ok' },
  ]);
});

it('reports a check that does not end within 45 seconds, and leaves no timer behind', async () => {
  vi.useFakeTimers();
  const findings = runHealthChecks([
    { part: 'database', run: () => new Promise(() => {}) },
    { part: 'storage', run: async () => [ok('storage', 'fine')] },
  ]);
  await vi.advanceTimersByTimeAsync(44_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await findings).toMatchObject([
    { part: 'database', state: 'bad', says: 'no answer within 45 s' },
    { part: 'storage', state: 'ok' },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
