/** `freeBuffer` frees memory at once, but never memory that another buffer uses. */
import { expect, it } from 'vitest';
import { freeBuffer } from './free-buffer.ts';

it('frees a buffer that has its memory alone', () => {
  const block = Buffer.alloc(65_536, 'x');
  const before = process.memoryUsage().arrayBuffers;
  freeBuffer(block);
  expect(block).toHaveLength(0);
  expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - 65_536);
});

it('leaves a part of a larger buffer alone', () => {
  const whole = Buffer.alloc(65_536, 'x');
  freeBuffer(whole.subarray(0, 65_535));
  expect(whole.every((byte) => byte === 120)).toBe(true);
  const pooled = Buffer.from('a short text');
  freeBuffer(pooled);
  expect(pooled.toString()).toBe('a short text');
});
