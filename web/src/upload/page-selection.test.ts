/** The number of selected pages equals what the API charges. */
import { describe, expect, it } from 'vitest';
import { countSelected, readPageSelection } from './page-selection.ts';

const count = (text: string | null, pages: number) => countSelected(readPageSelection(text), pages);

describe('a page selection', () => {
  it.each([
    [null, 9, 9],
    ['', 9, 9],
    ['1', 9, 1],
    ['1,3,5-7', 9, 5],
    [' 2 - 4 , 3-6', 9, 5],
    ['7,5-9,1', 9, 6],
    ['1-9', 9, 9],
  ])('%j of %d pages costs %d', (text, pages, expected) => {
    expect(count(text, pages)).toBe(expected);
  });

  it.each(['0', 'a', '3-1', '1,,2', '1-', '-3', '1;2'])('%j is invalid', (text) => {
    expect(readPageSelection(text)).toEqual({ kind: 'invalid' });
    expect(count(text, 9)).toBeNull();
  });

  it('beyond the end of the document is invalid', () => {
    expect(count('1-10', 9)).toBeNull();
  });
});
