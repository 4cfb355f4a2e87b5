/** How many uploads of one account may be on their way at once: each costs a connection, a file on disk and a check. */

export class UploadTurns {
  readonly #taken = new Map<string, number>();
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
    const own = this.#taken.get(accountId) ?? 0;
    if (own >= this.most(activeJobsMax)) return null;
    this.#taken.set(accountId, own + 1);
    return { [Symbol.dispose]: () => this.#giveBack(accountId) };
  }

  #giveBack(accountId: string): void {
    const own = (this.#taken.get(accountId) ?? 1) - 1;
    if (own > 0) this.#taken.set(accountId, own);
    else this.#taken.delete(accountId);
  }
}
