/**
 * Decides who gets the next free slot: accounts alternate, first come first served within each, and none exceeds its
 * share.
 */

export type Waiter<Grant> = {
  readonly account: string;
  readonly since: number;
  readonly grant: (grant: Grant) => void;
};

export class FairQueue<Grant> {
  /** Accounts in order; one that was served goes to the end. */
  readonly #waiting = new Map<string, Waiter<Grant>[]>();
  readonly #held = new Map<string, number>();
  #size = 0;

  /** Number of waiting requests. */
  get size(): number {
    return this.#size;
  }

  /** Slots that an account holds. */
  held(account: string): number {
    return this.#held.get(account) ?? 0;
  }

  /** Slots that an account holds, and its waiting requests. */
  underWay(account: string): number {
    return this.held(account) + (this.#waiting.get(account)?.length ?? 0);
  }

  add(waiter: Waiter<Grant>): void {
    const own = this.#waiting.get(waiter.account);
    if (own) own.push(waiter);
    else this.#waiting.set(waiter.account, [waiter]);
    this.#size += 1;
  }

  remove(waiter: Waiter<Grant>): void {
    const own = this.#waiting.get(waiter.account) ?? [];
    const index = own.indexOf(waiter);
    if (index < 0) return;
    own.splice(index, 1);
    this.#size -= 1;
    if (own.length === 0) this.#waiting.delete(waiter.account);
  }

  /** The next request of the account with the fewest slots, below `shareMax`. It is counted as holding one. */
  next(shareMax: number): Waiter<Grant> | null {
    let best: string | null = null;
    for (const account of this.#waiting.keys()) {
      const fewest = best === null ? shareMax : this.held(best);
      if (this.held(account) < fewest) best = account;
    }
    const own = best === null ? undefined : this.#waiting.get(best);
    const waiter = own?.shift();
    if (best === null || !own || !waiter) return null;
    this.#size -= 1;
    this.#waiting.delete(best);
    if (own.length > 0) this.#waiting.set(best, own);
    this.#held.set(best, this.held(best) + 1);
    return waiter;
  }

  /** Call when a slot of the account is free again. */
  release(account: string): void {
    const held = this.held(account) - 1;
    if (held > 0) this.#held.set(account, held);
    else this.#held.delete(account);
  }

  /** Removes requests that have waited since `before` or longer. */
  drain(before = Number.POSITIVE_INFINITY): Waiter<Grant>[] {
    const drained = [...this.#waiting.values()].flat().filter(({ since }) => since <= before);
    for (const waiter of drained) this.remove(waiter);
    return drained;
  }
}
