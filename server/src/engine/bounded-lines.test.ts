/** Lines of a child process come out whole; what is longer than it may be is not kept. */
import { describe, expect, it } from 'vitest';
import { BoundedLines } from './bounded-lines.ts';

function reader(lineBytesMax: number, totalBytesMax = 1_000) {
  const lines: string[] = [];
  let overflows = 0;
  const bounded = new BoundedLines(
    { lineBytesMax, totalBytesMax },
    (line) => lines.push(line),
    () => {
      overflows += 1;
    },
  );
  return { lines, overflows: () => overflows, bounded };
}

describe('lines', () => {
  it('are the same however the bytes are cut, characters of several bytes included', () => {
    const bytes = Buffer.from('first\n\nzweite Zeile: äöü €\nlast without an end');
    for (let size = 1; size <= bytes.length; size += 1) {
      const { lines, bounded } = reader(64);
      for (let at = 0; at < bytes.length; at += size) bounded.push(bytes.subarray(at, at + size));
      expect(lines).toEqual(['first', '', 'zweite Zeile: äöü €']);
    }
  });

  it('of exactly the longest length are read, and one byte more ends the reading once', () => {
    const { lines, overflows, bounded } = reader(5);
    bounded.push(Buffer.from('12345\n'));
    bounded.push(Buffer.from('123456'));
    bounded.push(Buffer.from('\nlater\n'));
    expect([lines, overflows()]).toEqual([['12345'], 1]);
  });

  it('of more bytes together than allowed end the reading, unless the allowance was renewed', () => {
    const { lines, overflows, bounded } = reader(5, 12);
    bounded.push(Buffer.from('one\ntwo\n'));
    bounded.renew();
    bounded.push(Buffer.from('three\nfour\n'));
    expect(overflows()).toBe(0);
    bounded.push(Buffer.from('five\n'));
    expect([lines, overflows()]).toEqual([['one', 'two', 'three', 'four'], 1]);
  });
});
