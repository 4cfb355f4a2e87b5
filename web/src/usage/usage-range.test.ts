/** Months begin and end where the service counts them: in UTC. */
import { describe, expect, it } from 'vitest';
import { monthName, monthsBack } from './usage-range.ts';

describe('the months before now', () => {
  it('have their first and last day, also across the turn of the year and in leap years', () => {
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

  it('have the name of the language', () => {
    expect(monthName({ from: '2026-03-01', to: '2026-03-31' }, 'de')).toBe('März 2026');
  });
});
