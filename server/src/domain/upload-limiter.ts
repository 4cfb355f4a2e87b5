/** Limits the concurrent uploads of one account: each one uses a connection, a file on disk and a document check. */
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

export class UploadLimiter {
  readonly #limiter = new ConcurrencyLimiter();
  readonly #perAccountMax: number;

  /** The limit applies to one API process. */
  constructor(perAccountMax: number) {
    this.#perAccountMax = perAccountMax;
  }

  /** Never less than the active jobs of the plan, or the plan could not be used. */
  maxFor(activeJobsMax: number): number {
    return Math.max(this.#perAccountMax, activeJobsMax);
  }

  /** Dispose the result when the upload has ended. `null` when the limit is reached. */
  acquire(accountId: string, activeJobsMax: number): Disposable | null {
    return this.#limiter.acquire(accountId, this.maxFor(activeJobsMax));
  }
}
