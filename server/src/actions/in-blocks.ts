/** Small pieces gathered: a body that drips byte by byte must not cost a write to the disk for each. */

export const blockBytes = 16_384;
/** Each piece costs more than its bytes: so many of them become one. */
const piecesMax = 64;

export async function* inBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  for await (const piece of pieces) {
    kept.push(piece);
    keptBytes += piece.length;
    if (keptBytes >= blockBytes) {
      yield joined(kept);
      kept = [];
      keptBytes = 0;
    } else if (kept.length >= piecesMax) kept = [joined(kept)];
  }
  if (keptBytes > 0) yield joined(kept);
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
}
