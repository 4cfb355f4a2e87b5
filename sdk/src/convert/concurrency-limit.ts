/** How many jobs to run at once: as many as the plan allows, fewer while other clients of the account use slots. */

export class ConcurrencyLimit {
  readonly #ceiling: number;
  #current: number;

  constructor(ceiling: number) {
    this.#ceiling = Math.max(1, Math.floor(ceiling));
    this.#current = this.#ceiling;
  }

  get current(): number {
    return this.#current;
  }

  /** Called when the server had no free slot while this batch held `slotsHeld`: other clients hold the rest. */
  lowerTo(slotsHeld: number): void {
    this.#current = Math.max(1, Math.min(this.#current, slotsHeld));
  }

  /** Called when a job finished: there may be room for one more. */
  raise(): void {
    this.#current = Math.min(this.#ceiling, this.#current + 1);
  }
}
