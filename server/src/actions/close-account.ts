/** Deletes an account: at once for everyone who could use it, then its jobs and records, in periodic steps. */
import type { Caller } from '../domain/caller.ts';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { type ItemFailed, isolatedItems } from '../domain/isolated-items.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClosedAccount } from '../ports/closed-accounts.ts';
import type { Store } from '../ports/store.ts';
import { removeJob } from './delete-job.ts';
import type { Step } from './reconcile.ts';

export type CloseAccountPorts = { readonly store: Pick<Store, 'closedAccounts'> };

/** The address is asked for so that a wrong request cannot delete an account. */
export async function closeAccount(
  { store }: CloseAccountPorts,
  { account, apiKeyId }: Caller,
  email: string,
): Promise<ClosedAccount> {
  if (apiKeyId !== null) {
    throw new OctavoError('session_required', 'An API key cannot delete the account. Sign in to delete it.');
  }
  const typed = email.trim().toLowerCase();
  if (typed === '' || typed !== account.email.toLowerCase()) {
    throw invalidRequest({ loc: ['body', 'email'], msg: 'is not the e-mail address of the account' });
  }
  const closed = await store.closedAccounts.close(account.id);
  if (!closed) throw new OctavoError('unauthorized', 'The account was deleted.');
  return closed;
}

export type RemoveClosedPorts = {
  readonly store: Pick<Store, 'closedAccounts' | 'jobs' | 'directUploads'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
  readonly erasuresKeptMs: number;
};

/** Per round; the next round follows within seconds. */
const jobsMax = 500;
const accountsMax = 100;

/** A job whose files cannot be removed stays hidden and is left to `finishDeletions`. */
export function removeJobsOfClosed(ports: RemoveClosedPorts, onFailed: ItemFailed): Step {
  const { closedAccounts, jobs } = ports.store;
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const places = await closedAccounts.jobs(jobsMax, items.except());
    const remove = async (place: (typeof places)[number]) => {
      if (!(await jobs.beginDelete(place.accountId, place.id, ports.clock.now()))) return 'later';
      await removeJob(ports, place);
      return true;
    };
    return items.each(places, remove, signal);
  };
}

/** Removes what is left of closed accounts without jobs. */
export function emptyClosedAccounts({ store }: RemoveClosedPorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const accounts = await store.closedAccounts.withoutFiles(accountsMax, items.except());
    const refs = accounts.map((id) => ({ id, accountId: id }));
    return items.each(refs, ({ id }) => store.closedAccounts.empty(id), signal);
  };
}

export function forgetClosedIdentities({ store }: RemoveClosedPorts): Step {
  return () => store.closedAccounts.forgetIdentities(accountsMax);
}
