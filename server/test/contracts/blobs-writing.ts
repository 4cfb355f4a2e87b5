/** Contract of `Blobs` for writing: atomic, in bounded memory. */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BodyHashError, BodyLengthError } from '../../src/ports/blobs.ts';
import {
  type BlobsUnderTest,
  blocks,
  bodyOf,
  failing,
  folder,
  leftUnder,
  measured,
  mebibyte,
  nothing,
  pdf,
  sha256,
  stalling,
} from './blob-samples.ts';

export function describePut(under: () => BlobsUnderTest): void {
  describe('put', () => {
    it('stores bytes and returns their number and hash', async () => {
      const key = `${folder()}source.pdf`;
      const data = Buffer.from('%PDF-1.7 small');
      expect(await under().blobs.put(key, data, pdf)).toEqual({ bytes: 14, sha256: sha256(data) });
      expect(await under().blobs.head(key)).toEqual({ bytes: 14, contentType: 'application/pdf' });
      expect(await bodyOf(under().blobs, key)).toEqual(data);
    });

    it('stores an empty body', async () => {
      const key = `${folder()}empty.txt`;
      const stored = await under().blobs.put(key, Readable.from([]), { contentType: 'text/plain' });
      expect(stored).toEqual({ bytes: 0, sha256: sha256(Buffer.alloc(0)) });
      expect(await under().blobs.head(key)).toEqual({ bytes: 0, contentType: 'text/plain' });
    });

    it('stores a stream of unknown length, also around the size of one part', async () => {
      for (const bytes of [5 * mebibyte - 1, 5 * mebibyte, 5 * mebibyte + 1, 10 * mebibyte]) {
        const key = `${folder()}${bytes}.bin`;
        const stored = await under().blobs.put(key, Readable.from(blocks(bytes)), pdf);
        expect(stored).toEqual({ bytes, sha256: sha256(Buffer.concat([...blocks(bytes)])) });
        expect(sha256(await bodyOf(under().blobs, key))).toBe(stored.sha256);
      }
    });

    it('streams more than 100 MB in parts without holding it in memory', { timeout: 120_000 }, async () => {
      const key = `${folder()}large.bin`;
      const { bytes, growthBytesMax } = under().large;
      const before = process.memoryUsage().rss;
      let peak = before;
      const sampler = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 20);
      const stored = await under().blobs.put(key, Readable.from(blocks(bytes)), { ...pdf, bytes });
      clearInterval(sampler);
      const hash = createHash('sha256');
      for await (const chunk of (await under().blobs.get(key))?.body ?? []) hash.update(chunk);
      expect(stored.bytes).toBe(bytes);
      expect(stored.sha256).toBe(hash.digest('hex'));
      expect(peak - before).toBeLessThan(growthBytesMax);
    });

    it('replaces an existing object', async () => {
      const key = `${folder()}twice.txt`;
      await under().blobs.put(key, Buffer.from('first'), pdf);
      await under().blobs.put(key, Buffer.from('second'), pdf);
      expect(String(await bodyOf(under().blobs, key))).toBe('second');
    });

    it('fails with the error of the body and stores nothing', async () => {
      const prefix = folder();
      const disconnected = new Error('the client disconnected');
      await expect(
        under().blobs.put(`${prefix}cut.bin`, Readable.from(failing(disconnected)), pdf),
      ).rejects.toBe(disconnected);
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });

    it('fails when the body is shorter or longer than the given length, and stores nothing', async () => {
      const prefix = folder();
      for (const bytes of [9, 11, 30 * mebibyte]) {
        const put = under().blobs.put(`${prefix}a.bin`, Readable.from(blocks(bytes)), { ...pdf, bytes: 10 });
        await expect(put).rejects.toBeInstanceOf(BodyLengthError);
      }
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });

    it('fails with the reason of the signal while the body stalls, and stores nothing', async () => {
      const prefix = folder();
      const controller = new AbortController();
      const reason = new Error('the job was deleted');
      const body = stalling(() => controller.abort(reason));
      const put = under().blobs.put(`${prefix}stalled.bin`, body, { ...pdf, signal: controller.signal });
      await expect(put).rejects.toBe(reason);
      expect(body.destroyed).toBe(true);
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });

    it('does not start when the signal is already aborted', async () => {
      const prefix = folder();
      const reason = new Error('too late');
      for (const body of [Buffer.from('a'), Readable.from(blocks(10))]) {
        const put = under().blobs.put(`${prefix}a.bin`, body, { ...pdf, signal: AbortSignal.abort(reason) });
        await expect(put).rejects.toBe(reason);
      }
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });
  });
}

export function describePutFile(under: () => BlobsUnderTest): void {
  describe('putFile', () => {
    it('stores a file, also an empty one and one larger than a part', async () => {
      for (const bytes of [0, 14, 11 * mebibyte]) {
        const key = `${folder()}${bytes}.pdf`;
        const file = measured(Buffer.concat([...blocks(bytes)]));
        await under().blobs.putFile(key, file, pdf);
        expect(await under().blobs.head(key)).toEqual({ bytes, contentType: 'application/pdf' });
        expect(sha256(await bodyOf(under().blobs, key))).toBe(file.sha256);
      }
    });

    it('refuses a file whose length or content changed since it was measured, and stores nothing', async () => {
      const prefix = folder();
      const file = measured(Buffer.alloc(6 * mebibyte, 'a'));
      for (const [changed, error] of [
        [Buffer.alloc(6 * mebibyte - 1, 'a'), BodyLengthError],
        [Buffer.alloc(6 * mebibyte + 1, 'a'), BodyLengthError],
        [Buffer.alloc(6 * mebibyte, 'ab'), BodyHashError],
      ] as const) {
        writeFileSync(file.path, changed);
        await expect(under().blobs.putFile(`${prefix}a.pdf`, file, pdf)).rejects.toBeInstanceOf(error);
      }
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });

    it('fails with the file system error when the file is missing, and stores nothing', async () => {
      const prefix = folder();
      const file = measured(Buffer.from('%PDF-'));
      rmSync(file.path);
      const put = under().blobs.putFile(`${prefix}a.pdf`, file, pdf);
      await expect(put).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });

    it('fails with the reason of the signal, and stores nothing', async () => {
      const prefix = folder();
      const reason = new Error('the job was deleted');
      const file = measured(Buffer.alloc(20 * mebibyte, 'a'));
      const stopping = new AbortController();
      const putting = under().blobs.putFile(`${prefix}a.pdf`, file, { ...pdf, signal: stopping.signal });
      setImmediate(() => stopping.abort(reason));
      await expect(putting).rejects.toBe(reason);
      const late = under().blobs.putFile(`${prefix}a.pdf`, file, {
        ...pdf,
        signal: AbortSignal.abort(reason),
      });
      await expect(late).rejects.toBe(reason);
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });
  });
}
