/** How many uploads of one account may be on their way at once: each costs a connection, a file on disk and a check. */
import { ConcurrencyLimiter } from './turns.ts';

export class UploadLimiter {
  readonly #turns = new ConcurrencyLimiter();
  readonly #perAccountMax: number;

  /** Of one API process. */
  constructor(perAccountMax: number) {
    this.#perAccountMax = perAccountMax;
  }

  /** How many turns an account with such a plan has: never fewer than jobs, or the plan could not be used. */
  most(activeJobsMax: number): number {
    return Math.max(this.#perAccountMax, activeJobsMax);
  }

  /** The turn is over when the result is disposed of; `null` when all are taken. */
  take(accountId: string, activeJobsMax: number): Disposable | null {
    return this.#turns.take(accountId, this.most(activeJobsMax));
  }
}
