import { describe, expect, it } from 'vitest';
import { wantedPart } from './byte-range.ts';

const file = { bytes: 100, etag: '"abc"' };

describe('If-None-Match', () => {
  it.each(['"abc"', 'W/"abc"', '*', '"x", W/"abc"', '"x" ,"abc"', 'W/"x",W/"abc"'])(
    'matches the current version: %s',
    (tag) => {
      expect(wantedPart({ 'if-none-match': tag }, file)).toEqual({ kind: 'unchanged' });
    },
  );

  it.each(['"ab"', 'abc', 'W/"x"', ''])('does not match the current version: %s', (tag) => {
    expect(wantedPart({ 'if-none-match': tag }, file)).toEqual({ kind: 'whole' });
  });
});

describe('If-Range', () => {
  it('is compared strongly: a weak tag returns the whole file', () => {
    const range = 'bytes=0-9';
    expect(wantedPart({ range, 'if-range': '"abc"' }, file)).toMatchObject({
      kind: 'range',
      start: 0,
      end: 9,
    });
    expect(wantedPart({ range, 'if-range': 'W/"abc"' }, file)).toEqual({ kind: 'whole' });
  });
});
