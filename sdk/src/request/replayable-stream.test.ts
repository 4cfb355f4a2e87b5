/** A stream can be sent again while little of it has been read, without losing a byte between attempts. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../errors/octavo-error.ts';
import { ReplayableStream } from './replayable-stream.ts';

async function* numbered(count: number, bytes = 1): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield new Uint8Array(bytes).fill(number);
}

async function firstsOf(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const firsts: number[] = [];
  for await (const chunk of chunks) firsts.push(chunk[0] ?? -1);
  return firsts;
}

describe('a stream', () => {
  it('starts over with every attempt', async () => {
    const replay = new ReplayableStream(numbered(4));
    const first = replay.open();
    await first.next();
    await first.next();
    await first.return(undefined);
    expect(await firstsOf(replay.open())).toEqual([0, 1, 2, 3]);
    expect(await firstsOf(replay.open())).toEqual([0, 1, 2, 3]);
  });

  it('loses nothing to an attempt abandoned while waiting for a chunk', async () => {
    let release = () => {};
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([0]);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      yield new Uint8Array([1]);
      yield new Uint8Array([2]);
    }
    const replay = new ReplayableStream(slow());
    const abandoned = replay.open();
    await abandoned.next();
    const pending = abandoned.next();
    const second = firstsOf(replay.open());
    await new Promise(setImmediate);
    release();
    expect(await second).toEqual([0, 1, 2]);
    expect((await pending).done).toBe(true);
  });

  it('throws if more was read than is buffered', async () => {
    const megabyte = 1_048_576;
    const replay = new ReplayableStream(numbered(20, megabyte));
    expect(await firstsOf(replay.open())).toHaveLength(20);
    expect(replay.canReopen).toBe(false);
    await expect(replay.open().next()).rejects.toThrow(InputError);
  });

  it('passes on errors of its source', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([0]);
      throw new Error('disk on fire');
    }
    await expect(firstsOf(new ReplayableStream(broken()).open())).rejects.toThrow('disk on fire');
  });

  it('closes its source when it is closed', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield new Uint8Array([0]);
        yield new Uint8Array([1]);
      } finally {
        isClosed = true;
      }
    }
    const replay = new ReplayableStream(source());
    await replay.open().next();
    await replay.close();
    expect(isClosed).toBe(true);
  });
});
