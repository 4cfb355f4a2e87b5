/** Whatever stands in the address, the viewer starts with something it can show. */
import { describe, expect, it } from 'vitest';
import { readViewerSearch } from './viewer-search.ts';

describe('the address of the viewer', () => {
  it('keeps page, element and tab', () => {
    const search = { page: 3, node: '/kids/12', tab: 'json' };
    expect(readViewerSearch(search)).toEqual(search);
  });

  it('drops what is no page, no pointer and no tab', () => {
    expect(readViewerSearch({ page: 'x', node: 'kids', tab: 'xml', other: 1 })).toEqual({});
    expect(readViewerSearch({ page: -1, node: 7 })).toEqual({});
  });
});
