/** Shares the writer processes of an API process: first come first served, and no account uses all of them. */

export type NoSlot = 'account' | 'service' | 'cancelled';

type Waiter = { readonly account: string; readonly grant: () => void };

export class WriterSlots {
  readonly #shareMax: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
    this.#shareMax = Math.max(1, slots - 1);
  }

  /**
   * Waits up to `waitMs`. Dispose the result to release the slot. Without one: `account` when slots of the same account
   * were in the way, `service` otherwise.
   */
  acquire(account: string, waitMs: number, signal: AbortSignal): Promise<Disposable | NoSlot> {
    if (signal.aborted) return Promise.resolve('cancelled');
    const { promise, resolve } = Promise.withResolvers<Disposable | NoSlot>();
    const end = (result: Disposable | NoSlot) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      const index = this.#waiting.indexOf(waiter);
      if (index >= 0) this.#waiting.splice(index, 1);
      resolve(result);
    };
    const waiter = { account, grant: () => end(this.#slotOf(account)) };
    const cancel = () => end('cancelled');
    const timer = setTimeout(() => end(this.#isAtShare(account) ? 'account' : 'service'), waitMs);
    signal.addEventListener('abort', cancel);
    this.#waiting.push(waiter);
    this.#grant();
    return promise;
  }

  #isAtShare(account: string): boolean {
    return (this.#held.get(account) ?? 0) >= this.#shareMax;
  }

  #grant(): void {
    if (this.#free === 0) return;
    this.#waiting.find(({ account }) => !this.#isAtShare(account))?.grant();
  }

  #slotOf(account: string): Disposable {
    this.#free -= 1;
    this.#held.set(account, (this.#held.get(account) ?? 0) + 1);
    return {
      [Symbol.dispose]: () => {
        this.#free += 1;
        const held = (this.#held.get(account) ?? 1) - 1;
        if (held > 0) this.#held.set(account, held);
        else this.#held.delete(account);
        this.#grant();
      },
    };
  }
}
