/** Months start and end in UTC, as the API counts them. */
import { describe, expect, it } from 'vitest';
import { monthName, monthsBack } from './usage-range.ts';

describe('the months before now', () => {
  it('have the right first and last day, also across years and in leap years', () => {
    expect(monthsBack(Date.parse('2028-03-01T00:30:00Z'), 3)).toEqual([
      { from: '2028-03-01', to: '2028-03-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-01-01', to: '2028-01-31' },
    ]);
    expect(monthsBack(Date.parse('2026-01-31T23:59:00Z'), 2)[1]).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    });
  });

  it('are named in the language', () => {
    expect(monthName({ from: '2026-03-01', to: '2026-03-31' }, 'de')).toBe('März 2026');
  });
});
