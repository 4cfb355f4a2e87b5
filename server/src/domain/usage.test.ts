import { describe, expect, it } from 'vitest';
import { billingMonth, pagesRemaining, pagesUsed } from './usage.ts';

describe('page metering', () => {
  it('counts reserved pages as used', () => {
    expect(pagesUsed({ pagesCharged: 7, pagesReserved: 3 })).toBe(10);
    expect(pagesRemaining({ pagesCharged: 7, pagesReserved: 3 }, 15)).toBe(5);
  });

  it('reports zero pages remaining, not a negative number, after a downgrade', () => {
    expect(pagesRemaining({ pagesCharged: 5_000, pagesReserved: 0 }, 1_000)).toBe(0);
  });

  it('bills by the calendar month in UTC', () => {
    expect(billingMonth(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11-01');
    expect(billingMonth(new Date('2026-12-01T00:00:00.000+02:00'))).toBe('2026-11-01');
  });
});
