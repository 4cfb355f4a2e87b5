/** Invalid values in the URL are ignored. */
import { describe, expect, it } from 'vitest';
import { readViewerSearch } from './viewer-search.ts';

describe('the URL of the viewer', () => {
  it('keeps page, element and tab', () => {
    const search = { page: 3, node: '/kids/12', tab: 'json' };
    expect(readViewerSearch(search)).toEqual(search);
  });

  it('drops invalid pages, pointers and tabs', () => {
    expect(readViewerSearch({ page: 'x', node: 'kids', tab: 'xml', other: 1 })).toEqual({});
    expect(readViewerSearch({ page: -1, node: 7 })).toEqual({});
  });
});
