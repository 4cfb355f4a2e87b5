/** What was read last from reading indexes, up to a total size and for a short time. */
import type { IndexLayout } from '@octavo/document/reading/index-format.ts';
import { LRUCache } from 'lru-cache';

const mebibyte = 1_048_576;
/** An agent searches a document several times in a row. A deleted document does not stay in memory for long. */
const keptMsDefault = 60_000;

const sizedCache = <T extends object | string>(bytesMax: number, keptMs: number) =>
  new LRUCache<string, T>({
    maxSize: bytesMax,
    maxEntrySize: bytesMax / 2,
    ttl: keptMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });

export type ReadingCache = {
  /** By the hash of the index. Sizes are those of the JSON; in memory layouts take about three times as much. */
  readonly layouts: LRUCache<string, IndexLayout>;
  /** Frames of canonical text, which searches and checks of quotes read completely. */
  readonly texts: LRUCache<string, string>;
};

/** `bytesMax` for layouts and for texts each; `keptMs` since the last use. */
export const createReadingCache = (bytesMax = 16 * mebibyte, keptMs = keptMsDefault): ReadingCache => ({
  layouts: sizedCache(bytesMax, keptMs),
  texts: sizedCache(bytesMax, keptMs),
});
