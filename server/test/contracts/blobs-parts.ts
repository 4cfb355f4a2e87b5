/** Contract of `Blobs` for uploads whose parts clients send to signed URLs. */
import { describe, expect, it } from 'vitest';
import type { PartsRef } from '../../src/ports/blobs.ts';
import { type BlobsUnderTest, bodyOf, folder, leftUnder, mebibyte, nothing } from './blob-samples.ts';

const type = 'application/pdf';
const first = Buffer.alloc(5 * mebibyte, 'a');
const last = Buffer.from('the end');

export function describeParts(under: () => BlobsUnderTest): void {
  const begin = async (prefix = folder()): Promise<PartsRef> => {
    const key = `${prefix}source.pdf`;
    return { key, uploadId: await under().blobs.beginParts(key, type) };
  };
  const urlOf = (target: PartsRef, number: number, bytes: number, expiresInSeconds = 60) =>
    under().blobs.signedPartUrl(target, { number, bytes, expiresInSeconds });
  const put = async (url: string, body: Buffer) =>
    (await fetch(url, { method: 'PUT', body: new Blob([new Uint8Array(body)]) })).status;
  const send = async (target: PartsRef, number: number, body: Buffer) =>
    put(await urlOf(target, number, body.length), body);

  describe('an upload in parts', () => {
    it('becomes one object of the parts that arrived, in their order', async () => {
      const target = await begin();
      expect(await under().blobs.storedParts(target)).toEqual([]);
      expect(await send(target, 2, last)).toBe(200);
      expect(await send(target, 1, first)).toBe(200);
      const stored = (await under().blobs.storedParts(target)) ?? [];
      expect(stored.map(({ number, bytes }) => [number, bytes])).toEqual([
        [1, first.length],
        [2, last.length],
      ]);
      expect(await under().blobs.head(target.key)).toBeNull();
      await under().blobs.completeParts(target, stored);
      expect((await bodyOf(under().blobs, target.key)).equals(Buffer.concat([first, last]))).toBe(true);
      expect(await under().blobs.head(target.key)).toMatchObject({ contentType: type });
    });

    it('keeps what was sent last for a part', async () => {
      const target = await begin();
      await send(target, 1, Buffer.from('the first try'));
      await send(target, 1, last);
      const stored = (await under().blobs.storedParts(target)) ?? [];
      expect(stored).toMatchObject([{ number: 1, bytes: last.length }]);
      await under().blobs.completeParts(target, stored);
      expect(await bodyOf(under().blobs, target.key)).toEqual(last);
    });

    it('cannot be changed once it was completed', async () => {
      const target = await begin();
      const url = await urlOf(target, 1, last.length);
      await put(url, last);
      const stored = (await under().blobs.storedParts(target)) ?? [];
      await under().blobs.completeParts(target, stored);
      expect(await put(url, Buffer.from('another'))).toBe(404);
      expect(await bodyOf(under().blobs, target.key)).toEqual(last);
      expect(await under().blobs.storedParts(target)).toBeNull();
      await under().blobs.completeParts(target, stored);
      expect(await bodyOf(under().blobs, target.key)).toEqual(last);
    });

    it('may be completed by several at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const target = await begin();
        await send(target, 1, last);
        const stored = (await under().blobs.storedParts(target)) ?? [];
        await Promise.all(
          Array.from({ length: 4 }, async () => {
            await under().blobs.completeParts(target, stored);
            expect(await bodyOf(under().blobs, target.key)).toEqual(last);
          }),
        );
      }
    });

    it('leaves nothing after its folder was deleted, and takes no more parts', async () => {
      const prefix = folder();
      const target = await begin(prefix);
      const url = await urlOf(target, 2, last.length);
      await send(target, 1, first);
      await under().blobs.deletePrefix(prefix);
      expect(await put(url, last)).toBe(404);
      expect(await under().blobs.storedParts(target)).toBeNull();
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });
  });

  describe('the URL of a part', () => {
    it('accepts only a body of the signed size', async () => {
      const target = await begin();
      const url = await urlOf(target, 1, last.length);
      expect(await put(url, Buffer.concat([last, last]))).toBe(403);
      expect(await put(url, last.subarray(1))).toBe(403);
      expect(await under().blobs.storedParts(target)).toEqual([]);
      expect(await put(url, last)).toBe(200);
    });

    it('is good for this part of this upload only', async () => {
      const [target, other] = [await begin(), await begin()];
      const url = await urlOf(target, 1, last.length);
      const forgeries = [
        url.replace(/(part(?:Number)?=)1/, '$12'),
        url.replace(encodeURIComponent(target.uploadId), encodeURIComponent(other.uploadId)),
      ];
      for (const forged of forgeries) {
        expect(forged).not.toBe(url);
        expect(await put(forged, last)).toBe(403);
      }
      expect((await fetch(url)).status).toBe(403);
      expect(await under().blobs.storedParts(other)).toEqual([]);
    });

    it('is refused once it has expired', async () => {
      const target = await begin();
      const url = await urlOf(target, 1, last.length, 2);
      await expect.poll(() => put(url, last), { timeout: 10_000, interval: 200 }).toBe(403);
    });
  });
}
