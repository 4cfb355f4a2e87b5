/** Whose turn it is: inspections cost their caller nothing, so an account may have only a few at a time. */
import { OctavoError } from '../domain/errors.ts';
import { ConcurrencyLimiter } from './turns.ts';

/** Of one API process; the upload counts too. */
const perAccountMax = 2;
const retrySeconds = 5;

export function tooManyInspections(why: string): OctavoError {
  return new OctavoError('too_many_inspections', `${why} Try again in ${retrySeconds} seconds.`, {
    retryAfterSeconds: retrySeconds,
  });
}

export class InspectionLimiter {
  readonly #turns = new ConcurrencyLimiter();

  /** The turn is over when the result is disposed of. */
  take(accountId: string): Disposable {
    const turn = this.#turns.take(accountId, perAccountMax);
    if (turn) return turn;
    throw tooManyInspections(`${perAccountMax} of your documents are being inspected, the most at a time.`);
  }
}
