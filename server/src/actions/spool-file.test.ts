/** `inBlocks` regroups a stream into blocks of the configured size without losing or reordering bytes. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blockBytes, inBlocks } from './spool-file.ts';

async function* cut(whole: Buffer, chunkBytes: number) {
  for (let at = 0; at < whole.length; at += chunkBytes) yield whole.subarray(at, at + chunkBytes);
}

describe('inBlocks', () => {
  it.each([1, 7, 100, blockBytes - 1, blockBytes, 5 * blockBytes])(
    'regroups chunks of %d bytes into full blocks',
    async (chunkBytes) => {
      const whole = randomBytes(5 * blockBytes + 3);
      const blocks = await Array.fromAsync(inBlocks(cut(whole, chunkBytes)));
      expect(Buffer.concat(blocks).equals(whole)).toBe(true);
      expect(blocks.slice(0, -1).every(({ length }) => length >= blockBytes)).toBe(true);
      expect(blocks.every(({ length }) => length > 0 && length < blockBytes + chunkBytes)).toBe(true);
    },
  );

  it('passes a chunk of block size through without copying', async () => {
    const piece = randomBytes(blockBytes);
    const [block] = await Array.fromAsync(inBlocks(cut(piece, blockBytes)));
    expect(block?.buffer).toBe(piece.buffer);
  });

  it('yields nothing for an empty stream', async () => {
    expect(await Array.fromAsync(inBlocks(cut(Buffer.alloc(0), 1)))).toEqual([]);
  });
});
