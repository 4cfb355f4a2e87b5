/** Parsing the `pages` option and checking it against the page count of a document. */
import { describe, expect, it } from 'vitest';
import { countPages, formatPageRange, pagesWithin, parsePageRange } from './page-range.ts';

describe('parsePageRange', () => {
  it.each([
    ['1', '1', 1],
    ['1,3,5-7', '1,3,5-7', 5],
    [' 2 - 4 , 9 ', '2-4,9', 4],
    ['7,1-3,2-5,6', '1-7', 7],
    ['3,3,3', '3', 1],
    ['1-999999999', '1-999999999', 999_999_999],
  ])('reads %j as %s, %i pages', (text, canonical, count) => {
    const result = parsePageRange(text);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && formatPageRange(result.range)).toBe(canonical);
    expect(result.ok && countPages(result.range)).toBe(count);
  });

  it.each([
    '',
    ',',
    '1,',
    '0',
    '-3',
    '5-3',
    '1--2',
    'a',
    '1.5',
    '1;2',
    '٣',
    '1'.repeat(10),
    '1,'.repeat(600),
  ])('refuses %j with a reason', (text) => {
    expect(parsePageRange(text)).toMatchObject({ ok: false, msg: expect.stringMatching(/\w/) });
  });
});

describe('pagesWithin', () => {
  it('accepts the last page and refuses the next one with both numbers in the message', () => {
    expect(pagesWithin('1-12', 12)).toMatchObject({ ok: true });
    expect(pagesWithin('1-13', 12)).toEqual({
      ok: false,
      msg: 'must stay within the document, which has 12 pages: page 13 does not exist',
    });
  });
});
