/** How many jobs to have under way at once: as many as the plan allows, fewer while others use its slots. */

export class Slots {
  readonly #ceiling: number;
  #limit: number;

  constructor(ceiling: number) {
    this.#ceiling = Math.max(1, Math.floor(ceiling));
    this.#limit = this.#ceiling;
  }

  get limit(): number {
    return this.#limit;
  }

  /** So many of ours have a slot and no more are free: somebody else has the rest. */
  refused(slotsHeld: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, slotsHeld));
  }

  /** One of ours went through: there may be room for one more. */
  finished(): void {
    this.#limit = Math.min(this.#ceiling, this.#limit + 1);
  }
}
