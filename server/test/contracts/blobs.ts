/** Contract of `Blobs`, run in memory and on a real S3 server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedBlob } from '../../src/ports/blobs.ts';
import { type BlobsUnderTest, bodyOf, folder, leftUnder, nothing, pdf } from './blob-samples.ts';
import { describeParts } from './blobs-parts.ts';
import { describeFolders, describeGet, describeSignedUrl } from './blobs-reading.ts';
import { describePut, describePutFile } from './blobs-writing.ts';

export function describeBlobs(name: string, makeBlobs: () => Promise<BlobsUnderTest>): void {
  describe(`${name} meets the Blobs contract`, () => {
    let made: BlobsUnderTest;
    const under = () => made;
    beforeAll(async () => {
      made = await makeBlobs();
    });
    afterAll(() => made.close());

    describePut(under);
    describePutFile(under);
    describeGet(under);
    describeFolders(under);
    describeSignedUrl(under);
    describeParts(under);
    describeDeletePrefix(under);
    describeList(under);

    it('answers a ping', async () => {
      await expect(under().blobs.ping()).resolves.toBeUndefined();
    });
  });
}

function describeDeletePrefix(under: () => BlobsUnderTest): void {
  describe('deletePrefix', () => {
    it('removes every version, delete marker and unfinished upload, and nothing outside the folder', async () => {
      const prefix = folder();
      const neighbour = `${prefix.slice(0, -1)}0/kept.txt`;
      await under().blobs.put(neighbour, Buffer.from('kept'), pdf);
      for (const text of ['one', 'two', 'three'])
        await under().blobs.put(`${prefix}a.txt`, Buffer.from(text), pdf);
      await under().blobs.put(`${prefix}deep/er/b.txt`, Buffer.from('b'), pdf);
      await under().deleteCurrent(`${prefix}a.txt`);
      await under().leaveUnfinished(`${prefix}c.bin`);
      expect(await leftUnder(under(), prefix)).toEqual({ versions: 5, unfinished: 1 });
      expect(await under().blobs.deletePrefix(prefix)).toBe(6);
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
      expect(String(await bodyOf(under().blobs, neighbour))).toBe('kept');
    });

    // A thousand small requests: 12 s on two idle cores, several times that on busy ones.
    it('removes more objects than one listing shows', { timeout: 120_000 }, async () => {
      const prefix = folder();
      const keys = Array.from({ length: 1_050 }, (_, index) => `${prefix}${index}.txt`);
      const one = Buffer.from('x');
      while (keys.length > 0) {
        await Promise.all(keys.splice(0, 50).map((key) => under().blobs.put(key, one, pdf)));
      }
      expect(await under().blobs.deletePrefix(prefix)).toBe(1_050);
      expect(await leftUnder(under(), prefix)).toEqual(nothing);
    });

    it('does nothing in an empty folder', async () => {
      expect(await under().blobs.deletePrefix(folder())).toBe(0);
    });

    it.each(['', '/', 'jobs/1'])('refuses "%s", which is not a folder', async (prefix) => {
      await expect(under().blobs.deletePrefix(prefix)).rejects.toBeInstanceOf(TypeError);
    });
  });
}

function describeList(under: () => BlobsUnderTest): void {
  describe('list', () => {
    it('returns the current objects under a prefix with their size and age', async () => {
      const prefix = folder();
      await under().blobs.put(`${prefix}b.txt`, Buffer.from('bb'), pdf);
      await under().blobs.put(`${prefix}a.txt`, Buffer.from('a'), pdf);
      await under().blobs.put(`${prefix}gone.txt`, Buffer.from('gone'), pdf);
      await under().deleteCurrent(`${prefix}gone.txt`);
      const found: ListedBlob[] = [];
      for await (const blob of under().blobs.list(prefix)) found.push(blob);
      expect(found.map(({ key, bytes }) => [key, bytes])).toEqual([
        [`${prefix}a.txt`, 1],
        [`${prefix}b.txt`, 2],
      ]);
      for (const { modifiedAt } of found) expect(Date.now() - modifiedAt.getTime()).toBeLessThan(60_000);
    });
  });
}
