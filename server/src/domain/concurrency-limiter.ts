/** Limits how many operations of one account run at the same time in this process. */

export class ConcurrencyLimiter {
  readonly #running = new Map<string, number>();

  /** Dispose the result to release the slot. `null` when `max` operations of the account are already running. */
  acquire(accountId: string, max: number): Disposable | null {
    const running = this.#running.get(accountId) ?? 0;
    if (running >= max) return null;
    this.#running.set(accountId, running + 1);
    return { [Symbol.dispose]: () => this.#release(accountId) };
  }

  #release(accountId: string): void {
    const running = (this.#running.get(accountId) ?? 1) - 1;
    if (running > 0) this.#running.set(accountId, running);
    else this.#running.delete(accountId);
  }
}
