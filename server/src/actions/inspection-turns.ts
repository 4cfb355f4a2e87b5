/** Whose turn it is: inspections cost their caller nothing, so an account may have only a few at a time. */
import { OctavoError } from '../domain/errors.ts';

/** Of one API process; the upload counts too. */
const perAccountMax = 2;
const retrySeconds = 5;

export function tooManyInspections(why: string): OctavoError {
  return new OctavoError('too_many_inspections', `${why} Try again in ${retrySeconds} seconds.`, {
    retryAfterSeconds: retrySeconds,
  });
}

export class InspectionTurns {
  readonly #taken = new Map<string, number>();

  /** The turn is over when the result is disposed of. */
  take(accountId: string): Disposable {
    const own = this.#taken.get(accountId) ?? 0;
    if (own >= perAccountMax) {
      throw tooManyInspections(`${own} of your documents are being inspected, the most at a time.`);
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
