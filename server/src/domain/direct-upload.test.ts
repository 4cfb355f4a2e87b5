/** The parts of a direct upload cover its file exactly, within the limits of S3. */
import { describe, expect, it } from 'vitest';
import { directUploadBytesMax, openUploadsMax, partBytesOf, partsOf } from './direct-upload.ts';
import { defaultPlans } from './plan.ts';

const mebibyte = 1_048_576;
const cut = (bytes: number) => partsOf({ bytes, partBytes: partBytesOf(bytes) });

describe('parts of a direct upload', () => {
  it('is one for a file of up to 8 MiB', () => {
    expect(cut(1)).toEqual([{ number: 1, offset: 0, bytes: 1 }]);
    expect(cut(8 * mebibyte)).toHaveLength(1);
  });

  it('follow each other without a gap, all of the same size except the last', () => {
    expect(cut(8 * mebibyte + 1)).toEqual([
      { number: 1, offset: 0, bytes: 8 * mebibyte },
      { number: 2, offset: 8 * mebibyte, bytes: 1 },
    ]);
  });

  it.each([5_000_000_000, 123_456_789_012, directUploadBytesMax])(
    'are at most 200 of at most 5 GiB for %i bytes',
    (bytes) => {
      const parts = cut(bytes);
      expect(parts.length).toBeLessThanOrEqual(200);
      expect(Math.max(...parts.map((part) => part.bytes))).toBeLessThanOrEqual(5 * 1_024 * mebibyte);
      expect(parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes);
    },
  );
});

it('an account may prepare more files than it may have active jobs', () => {
  expect(openUploadsMax(defaultPlans.free)).toBe(20);
});
