/** How many jobs to have under way at once: as many as the plan allows, fewer while others use its slots. */

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

  /** So many of ours have a slot and no more are free: somebody else has the rest. */
  lowerTo(slotsHeld: number): void {
    this.#current = Math.max(1, Math.min(this.#current, slotsHeld));
  }

  /** One of ours went through: there may be room for one more. */
  raise(): void {
    this.#current = Math.min(this.#ceiling, this.#current + 1);
  }
}
