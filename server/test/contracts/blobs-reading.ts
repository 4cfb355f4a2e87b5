/** Contract of `Blobs` for reading: ranges, missing keys, and signed URLs with an exact expiry. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BlobsUnderTest, blocks, bodyOf, folder, forAMinute, mebibyte, pdf } from './blob-samples.ts';

export function describeGet(under: () => BlobsUnderTest): void {
  describe('get', () => {
    const digits = Buffer.from('0123456789');
    let key: string;
    beforeAll(async () => {
      key = `${folder()}digits.txt`;
      await under().blobs.put(key, digits, { contentType: 'text/plain' });
    });

    it.each([
      [{ start: 2, end: 4 }, '234'],
      [{ start: 7 }, '789'],
      [{ start: 0, end: 0 }, '0'],
      [{ start: 8, end: 99 }, '89'],
    ])('returns the range %j, both ends included', async (range, text) => {
      const found = await under().blobs.get(key, { range });
      expect(found).toMatchObject({ bytes: text.length, totalBytes: 10, contentType: 'text/plain' });
      expect(String(await buffer(found?.body ?? Readable.from([])))).toBe(text);
    });

    it('refuses a range that starts past the end', async () => {
      await expect(under().blobs.get(key, { range: { start: 10 } })).rejects.toBeInstanceOf(RangeError);
    });

    it('returns null for a missing key', async () => {
      expect(await under().blobs.get(`${folder()}none`)).toBeNull();
      expect(await under().blobs.head(`${folder()}none`)).toBeNull();
    });

    it('stops in the middle when the signal is aborted', async () => {
      const large = `${folder()}large.bin`;
      await under().blobs.put(large, Readable.from(blocks(32 * mebibyte)), pdf);
      const controller = new AbortController();
      const found = await under().blobs.get(large, { signal: controller.signal });
      let read = 0;
      const reading = (async () => {
        for await (const chunk of found?.body ?? []) {
          read += chunk.length;
          controller.abort();
          await turn();
        }
      })();
      await expect(reading).rejects.toThrow();
      expect(read).toBeLessThan(32 * mebibyte);
    });

    it('stays available when readers leave bodies unread', async () => {
      for (let round = 0; round < 200; round += 1) (await under().blobs.get(key))?.body.destroy();
      expect(await bodyOf(under().blobs, key)).toEqual(digits);
    });
  });
}

export function describeFolders(under: () => BlobsUnderTest): void {
  describe('folders', () => {
    it('lists each folder directly under the prefix that contains an object at any depth', async () => {
      const prefix = folder();
      for (const name of ['a.pdf', 'one/a.md', 'one/b.md', 'two/deep/c.md']) {
        await under().blobs.put(`${prefix}${name}`, Buffer.from('x'), pdf);
      }
      expect([...(await under().blobs.folders(prefix))].toSorted()).toEqual([
        `${prefix}one/`,
        `${prefix}two/`,
      ]);
      await under().leaveUnfinished(`${prefix}three/d.bin`);
      expect(await under().blobs.folders(prefix)).toContain(`${prefix}three/`);
      await under().blobs.deletePrefix(`${prefix}three/`);
      await under().blobs.deletePrefix(`${prefix}one/`);
      expect(await under().blobs.folders(prefix)).toEqual([`${prefix}two/`]);
      await under().blobs.deletePrefix(prefix);
      expect(await under().blobs.folders(prefix)).toEqual([]);
    });
  });
}

export function describeSignedUrl(under: () => BlobsUnderTest): void {
  describe('a signed URL', () => {
    it('returns the object without credentials, with the type and file name it was created with', async () => {
      const key = `${folder()}ergebnis.md`;
      await under().blobs.put(key, Buffer.from('# Ergebnis'), { contentType: 'application/octet-stream' });
      const url = await under().blobs.signedUrl(key, { ...forAMinute, fileName: 'Übersicht "1".md' });
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/markdown');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="_bersicht _1_.md"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.md`,
      );
      expect(await response.text()).toBe('# Ergebnis');
    });

    it('is refused once it has expired', async () => {
      const key = `${folder()}a.md`;
      await under().blobs.put(key, Buffer.from('a'), pdf);
      const url = await under().blobs.signedUrl(key, { ...forAMinute, expiresInSeconds: 3 });
      expect((await fetch(url)).status).toBe(200);
      await expect.poll(async () => (await fetch(url)).status, { timeout: 10_000, interval: 100 }).toBe(403);
    });

    it('is refused when anything in it was changed or added', async () => {
      const prefix = folder();
      await under().blobs.put(`${prefix}a.md`, Buffer.from('a'), pdf);
      await under().blobs.put(`${prefix}b.md`, Buffer.from('b'), pdf);
      const url = await under().blobs.signedUrl(`${prefix}a.md`, forAMinute);
      const expiry = /(expires=)(\d+)/i;
      const forgeries = [
        url.replace('a.md?', 'b.md?'),
        url.replace(expiry, (_match, label, value) => `${label}${Number(value) + 1}`),
        url.replace('text%2Fmarkdown', 'text%2Fhtml'),
        url.replace('attachment', 'inline'),
        `${url}&response-cache-control=public`,
        `${url}&response-content-type=text%2Fhtml`,
      ];
      for (const forged of forgeries) {
        expect(forged).not.toBe(url);
        expect((await fetch(forged)).status).toBe(403);
      }
    });

    it('allows reading only', async () => {
      const key = `${folder()}a.md`;
      await under().blobs.put(key, Buffer.from('a'), pdf);
      const url = await under().blobs.signedUrl(key, forAMinute);
      for (const method of ['PUT', 'POST', 'DELETE']) {
        const { status } = await fetch(url, { method, ...(method === 'DELETE' ? {} : { body: 'b' }) });
        expect([403, 405], method).toContain(status);
      }
      expect(String(await bodyOf(under().blobs, key))).toBe('a');
    });

    it('returns 404 after its folder was deleted', async () => {
      const prefix = folder();
      await under().blobs.put(`${prefix}a.md`, Buffer.from('a'), pdf);
      const url = await under().blobs.signedUrl(`${prefix}a.md`, forAMinute);
      await under().blobs.deletePrefix(prefix);
      expect((await fetch(url)).status).toBe(404);
    });
  });
}
