/** Reading lines from a child process with limits on line length and total bytes. */
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

describe('a bounded line reader', () => {
  it('returns the same lines for any chunking, also within multi-byte characters', () => {
    const bytes = Buffer.from('first\n\nzweite Zeile: äöü €\nlast without an end');
    for (let size = 1; size <= bytes.length; size += 1) {
      const { lines, bounded } = reader(64);
      for (let at = 0; at < bytes.length; at += size) bounded.push(bytes.subarray(at, at + size));
      expect(lines).toEqual(['first', '', 'zweite Zeile: äöü €']);
    }
  });

  it('reads a line of the maximum length and stops once at one byte more', () => {
    const { lines, overflows, bounded } = reader(5);
    bounded.push(Buffer.from('12345\n'));
    bounded.push(Buffer.from('123456'));
    bounded.push(Buffer.from('\nlater\n'));
    expect([lines, overflows()]).toEqual([['12345'], 1]);
  });

  it('stops when the total exceeds its limit, unless the limit was reset', () => {
    const { lines, overflows, bounded } = reader(5, 12);
    bounded.push(Buffer.from('one\ntwo\n'));
    bounded.renew();
    bounded.push(Buffer.from('three\nfour\n'));
    expect(overflows()).toBe(0);
    bounded.push(Buffer.from('five\n'));
    expect([lines, overflows()]).toEqual([['one', 'two', 'three', 'four'], 1]);
  });
});
