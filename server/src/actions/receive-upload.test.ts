/** Nothing is lost or reordered on the way into blocks, and blocks are as large as they are meant to be. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blockBytes, inBlocks } from './receive-upload.ts';

async function* cut(whole: Buffer, pieceBytes: number) {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes);
}

describe('pieces become blocks', () => {
  it.each([1, 7, 100, blockBytes - 1, blockBytes, 5 * blockBytes])('of %d bytes', async (pieceBytes) => {
    const whole = randomBytes(5 * blockBytes + 3);
    const blocks = await Array.fromAsync(inBlocks(cut(whole, pieceBytes)));
    expect(Buffer.concat(blocks).equals(whole)).toBe(true);
    expect(blocks.slice(0, -1).every(({ length }) => length >= blockBytes)).toBe(true);
    expect(blocks.every(({ length }) => length > 0 && length < blockBytes + pieceBytes)).toBe(true);
  });

  it('large ones pass as they are', async () => {
    const piece = randomBytes(blockBytes);
    const [block] = await Array.fromAsync(inBlocks(cut(piece, blockBytes)));
    expect(block?.buffer).toBe(piece.buffer);
  });

  it('none from nothing', async () => {
    expect(await Array.fromAsync(inBlocks(cut(Buffer.alloc(0), 1)))).toEqual([]);
  });
});
