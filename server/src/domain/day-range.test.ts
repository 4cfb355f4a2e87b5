import { describe, expect, it } from 'vitest';
import { daysOf, resolveDays } from './day-range.ts';

const now = new Date('2026-11-15T23:59:59.999Z');

describe('a range of days', () => {
  it.each([
    [{}, { from: '2026-11-01', to: '2026-11-15' }],
    [{ from: '2026-03-04' }, { from: '2026-03-04', to: '2026-11-15' }],
    [{ to: '2026-02-28' }, { from: '2026-02-01', to: '2026-02-28' }],
    [
      { from: '2026-01-01', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-01' },
    ],
    [
      { from: '2024-01-01', to: '2024-12-31' },
      { from: '2024-01-01', to: '2024-12-31' },
    ],
  ])('%j is %j', (requested, range) => {
    expect(resolveDays(requested, now)).toEqual({ ok: true, range });
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ from: '2026-11-16' }, 'from'],
    [{ from: '2025-11-14', to: '2026-11-15' }, 'from'],
  ])('%j is refused at %s', (requested, end) => {
    expect(resolveDays(requested, now)).toMatchObject({ ok: false, end });
  });

  it('lists every day once, also across the end of February', () => {
    expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(daysOf({ from: '2024-01-01', to: '2024-12-31' })).toHaveLength(366);
  });
});
