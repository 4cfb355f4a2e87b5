/** Hands out slots in the order of the requests. */

export class SlotQueue<Slot> {
  readonly #free: Slot[];
  readonly #waiting: ((slot: Slot | null) => void)[] = [];

  constructor(slots: readonly Slot[]) {
    this.#free = [...slots];
  }

  /** `null` when the signal was aborted first. */
  acquire(signal: AbortSignal): Promise<Slot | null> {
    if (signal.aborted) return Promise.resolve(null);
    const slot = this.#free.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(grant), 1);
        resolve(null);
      };
      const grant = (granted: Slot | null) => {
        signal.removeEventListener('abort', onAbort);
        resolve(granted);
      };
      this.#waiting.push(grant);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get free(): number {
    return this.#free.length;
  }

  release(slot: Slot): void {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else this.#free.push(slot);
  }
}
