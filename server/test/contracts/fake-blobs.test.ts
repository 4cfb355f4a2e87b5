/** The fake meets the same contract as the S3 adapter, so that unit tests on it are valid. */
import { randomUUID } from 'node:crypto';
import { memoryBlobs } from '../fakes/memory-blobs.ts';
import { describeBlobs } from './blobs.ts';

describeBlobs('the storage in memory', async () => {
  const blobs = await memoryBlobs();
  const under = (prefix: string) => (key: string) => key.startsWith(prefix);
  return {
    blobs,
    async deleteCurrent(key) {
      blobs.versions.get(key)?.push(null);
    },
    async leaveUnfinished(key) {
      blobs.uploads.set(randomUUID(), key);
    },
    countVersions: async (prefix) =>
      [...blobs.versions.keys()]
        .filter(under(prefix))
        .reduce((sum, key) => sum + (blobs.versions.get(key)?.length ?? 0), 0),
    countUnfinished: async (prefix) => [...blobs.uploads.values()].filter(under(prefix)).length,
    large: { bytes: 105_000_000, growthBytesMax: Number.POSITIVE_INFINITY },
    close: () => blobs.close(),
  };
});
