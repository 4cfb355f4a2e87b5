/** How many uploads of one account may be on their way at once: each costs a connection, a file on disk and a check. */
import { OctavoError } from '../domain/errors.ts';

const retrySeconds = 5;

export class UploadTurns {
  readonly #taken = new Map<string, number>();
  readonly #perAccountMax: number;

  /** Of one API process. */
  constructor(perAccountMax: number) {
    this.#perAccountMax = perAccountMax;
  }

  /** The turn is over when the result is disposed of. */
  take(accountId: string): Disposable {
    const own = this.#taken.get(accountId) ?? 0;
    if (own >= this.#perAccountMax) {
      throw new OctavoError(
        'too_many_uploads',
        `${own} uploads of your account are on their way, the most at a time. Wait for one to be answered.`,
        { retryAfterSeconds: retrySeconds },
      );
    }
    this.#taken.set(accountId, own + 1);
    return { [Symbol.dispose]: () => this.#giveBack(accountId) };
  }

  #giveBack(accountId: string): void {
    const own = (this.#taken.get(accountId) ?? 1) - 1;
    if (own > 0) this.#taken.set(accountId, own);
    else this.#taken.delete(accountId);
  }
}
