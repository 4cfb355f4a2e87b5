/** The outcome of an admission check or inspection when no process was free. */
import type { EngineBusy, EngineFailure, PoolRefusal } from '../ports/engine.ts';
import { refusalFailure } from './failure.ts';

export function refusalOutcome(
  why: PoolRefusal,
): EngineBusy | { readonly status: 'failed'; readonly failure: EngineFailure } {
  switch (why) {
    case 'busy':
      return { status: 'busy', because: 'service' };
    case 'account_limit':
      return { status: 'busy', because: 'account' };
    default:
      return { status: 'failed', failure: refusalFailure(why) };
  }
}
