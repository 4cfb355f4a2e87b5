/** Port to what is known of deleted jobs. Entries are written by `JobStore.finishDelete`. */
import type { Erasure } from '../domain/erasure.ts';

export type ErasureStore = {
  /** `deleting` while files of the job may be left; `null` if the account has no such erasure. */
  find(accountId: string, jobId: string): Promise<Erasure | 'deleting' | null>;
  /** Removes entries older than `keptMs` by the database's clock, oldest first. Resolves to how many. */
  prune(keptMs: number, limit: number): Promise<number>;
};
