/** How many jobs to run at once: as many as the plan allows, fewer while other clients of the account use slots. */

export class ConcurrencyLimit {
  readonly #max: number;
  #current: number;

  constructor(max: number) {
    this.#max = Math.max(1, Math.floor(max));
    this.#current = this.#max;
  }

  get current(): number {
    return this.#current;
  }

  /** Called when the server had no free slot while this batch held `slotsHeld`: other clients hold the rest. */
  lowerTo(slotsHeld: number): void {
    this.#current = Math.max(1, Math.min(this.#current, slotsHeld));
  }

  /** Called when a job finished, which may have freed a slot for one more. */
  raise(): void {
    this.#current = Math.min(this.#max, this.#current + 1);
  }
}
