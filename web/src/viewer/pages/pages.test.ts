/** Pages and boxes are positioned correctly at every size. */

import { boxToPercent } from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { canvasScale, pageSizeOf } from './page-geometry.ts';
import { anchorAt, gapPx, heightOf, layoutPages, pageAt, pagesWithin } from './page-layout.ts';

describe('a box', () => {
  it('is a percentage of the displayed page', () => {
    expect(boxToPercent([100, 400, 300, 500], { width: 400, height: 800 })).toEqual({
      left: 25,
      top: 37.5,
      width: 50,
      height: 12.5,
    });
  });

  it('is in points even if the page has a larger user unit', () => {
    expect(pageSizeOf({ width: 1190, height: 1684, userUnit: 2 })).toEqual({ width: 595, height: 842 });
    expect(pageSizeOf({ width: 595, height: 842, userUnit: 0 })).toEqual({ width: 595, height: 842 });
  });
});

describe('a canvas', () => {
  it('uses the density of the screen, up to 2', () => {
    const size = { width: 600, height: 800 };
    expect(canvasScale(size, 600, 1)).toBe(1);
    expect(canvasScale(size, 600, 1.5)).toBe(1.5);
    expect(canvasScale(size, 600, 4)).toBe(2);
  });

  it('has a maximum number of pixels', () => {
    const size = { width: 1000, height: 20_000 };
    const scale = canvasScale(size, 2000, 2);
    expect(scale * 1000 * scale * 20_000).toBeLessThanOrEqual(12_000_001);
  });
});

describe('the column of pages', () => {
  const sizeOf = (page: number) => (page === 2 ? { width: 200, height: 100 } : { width: 100, height: 200 });
  const layout = layoutPages(4, sizeOf, 100);

  it('places every page below the previous one', () => {
    expect(layout.heightsPx).toEqual([200, 50, 200, 200]);
    expect(layout.topsPx).toEqual([16, 232, 298, 514]);
    expect(layout.totalPx).toBe(730);
  });

  it('finds the page at a position', () => {
    expect([0, 231, 232, 300, 9_999].map((y) => pageAt(layout, y))).toEqual([1, 1, 2, 3, 4]);
    expect(pagesWithin(layout, 100, 400)).toEqual([1, 3]);
  });

  it('keeps the position when page sizes change', () => {
    const wider = layoutPages(4, () => ({ width: 100, height: 400 }), 300);
    const anchor = anchorAt(layout, 398);
    expect(anchor).toEqual({ page: 3, share: 0.5 });
    expect(heightOf(wider, anchor)).toBe(gapPx + 2 * (1200 + gapPx) + 600);
  });

  it('of two thousand pages is searched quickly', () => {
    const long = layoutPages(2_000, () => ({ width: 100, height: 100 }), 100);
    expect(pageAt(long, gapPx + 1_500 * (100 + gapPx))).toBe(1_501);
  });
});
