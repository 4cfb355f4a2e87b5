/** How many things of one account are under way at once, in one process. */

export class ConcurrencyLimiter {
  readonly #taken = new Map<string, number>();

  /** The turn is over when the result is disposed of; `null` when as many as may be are taken. */
  take(accountId: string, most: number): Disposable | null {
    const own = this.#taken.get(accountId) ?? 0;
    if (own >= most) return null;
    this.#taken.set(accountId, own + 1);
    return { [Symbol.dispose]: () => this.#requeueHeldJob(accountId) };
  }

  #requeueHeldJob(accountId: string): void {
    const own = (this.#taken.get(accountId) ?? 1) - 1;
    if (own > 0) this.#taken.set(accountId, own);
    else this.#taken.delete(accountId);
  }
}
