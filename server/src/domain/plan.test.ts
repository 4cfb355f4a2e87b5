import { describe, expect, it } from 'vitest';
import { defaultPlans, overridePlans } from './plan.ts';

describe('overridePlans', () => {
  it('changes only the given limit', () => {
    const plans = overridePlans(defaultPlans, { pro: { pagesPerMonth: 50_000 } });
    expect(plans.pro).toEqual({ ...defaultPlans.pro, pagesPerMonth: 50_000 });
    expect(plans.free).toEqual(defaultPlans.free);
  });

  it('allows null for the limits of file sizes and OCR pages only', () => {
    expect(overridePlans(defaultPlans, { free: { fileBytesMax: null } }).free.fileBytesMax).toBeNull();
    expect(overridePlans(defaultPlans, { free: { ocrPagesMax: 20 } }).free.ocrPagesMax).toBe(20);
    expect(overridePlans(defaultPlans, { free: { ocrPagesMax: null } }).free.ocrPagesMax).toBeNull();
    expect(() => overridePlans(defaultPlans, { free: { activeJobsMax: null } })).toThrow(
      'free.activeJobsMax',
    );
  });

  it.each([
    [{ gold: {} }, 'no tier is called gold'],
    [{ pro: { pages: 1 } }, 'pro.pages'],
    [{ pro: { pagesPerMonth: -1 } }, 'pro.pagesPerMonth'],
    [{ pro: { programmaticAccess: 'yes' } }, 'pro.programmaticAccess'],
    [null, 'must be a JSON object'],
  ])('refuses %j', (overrides, message) => {
    expect(() => overridePlans(defaultPlans, overrides)).toThrow(message);
  });
});
