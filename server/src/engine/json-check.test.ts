/** The streaming JSON check gives the same result for any chunk size. */
import { describe, expect, it } from 'vitest';
import { JsonCheck } from './json-check.ts';

function check(text: string | Buffer, pieceBytes: number): string | null {
  const bytes = Buffer.from(text as string);
  const json = new JsonCheck();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    json.update(bytes.subarray(at, at + pieceBytes));
  }
  return json.finish();
}

const whole = [
  '{}',
  '[]',
  '"x"',
  '-1.5e+10',
  'null',
  '{"a":{},"b":[],"c":[1,true,"\\"],}"]}',
  ' {"ü" : "日本" , "n": [ [ [] ] ] } \n',
  JSON.stringify(
    { deep: Array.from({ length: 300 }, (_, n) => ({ n, text: 'ä€😀'.repeat(n % 5) })) },
    null,
    2,
  ),
];

const broken = [
  '',
  '{',
  '{"a":1',
  '{"a":1,}',
  '{"a" 1}',
  '{a:1}',
  '[1,]',
  '[1 2]',
  '[1}',
  '{"a":1}}',
  '{"a":1}x',
  '{"a":"\n"}',
  '{"a":01}',
  '{"a":nul}',
  '"open',
  '{"a":1}\0\0\0',
  '[,1]',
];

describe.each([1, 2, 3, 7, 1_000_000])('in chunks of %i bytes', (pieceBytes) => {
  it.each(whole)('%j is valid', (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(check(text, pieceBytes)).toBeNull();
  });

  it.each(broken)('%j is invalid', (text) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(check(text, pieceBytes)).not.toBeNull();
  });

  it('bytes that are not UTF-8 are invalid', () => {
    expect(check(Buffer.concat([Buffer.from('"'), Buffer.from([0xc3]), Buffer.from('"')]), pieceBytes)).toBe(
      'not UTF-8',
    );
  });
});

it('agrees with JSON.parse on every prefix of a document', () => {
  const text = '{"file name" : "a\\"b", "number of pages" : 12, "kids" : [ {"t":[1,2.5,null]}, "ü" ]}';
  for (let end = 0; end < Buffer.byteLength(text); end += 1) {
    expect(check(Buffer.from(text).subarray(0, end), 5), `cut at ${end}`).not.toBeNull();
  }
  expect(check(text, 5)).toBeNull();
});

it('returns only the scalar values of the outermost object', () => {
  const json = new JsonCheck();
  json.update(
    Buffer.from(
      '{"name":"\\"number of pages\\" : 9","number of pages" : 12 ,"kids":[{"number of pages":3}]}',
    ),
  );
  expect(json.finish()).toBeNull();
  expect(json.topLevel.get('number of pages')).toBe('12');
});
