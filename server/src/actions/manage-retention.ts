/** Reads and changes how long jobs are kept, for the account and for one job. */
import type { Caller } from '../domain/caller.ts';
import { canonicalId } from '../domain/ids.ts';
import { type AccountSettings, readExpiry } from '../domain/retention.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { jobNotFound } from './read-jobs.ts';

export type ManageRetentionPorts = { readonly store: Pick<Store, 'retention'>; readonly clock: Clock };

export function readSettings({ store }: ManageRetentionPorts, { account }: Caller): Promise<AccountSettings> {
  return store.retention.settings(account.id);
}

export async function changeSettings(
  { store }: ManageRetentionPorts,
  { account }: Caller,
  settings: AccountSettings,
): Promise<AccountSettings> {
  await store.retention.changeSettings(account.id, settings);
  return settings;
}

export async function changeExpiry(
  { store, clock }: ManageRetentionPorts,
  { account }: Caller,
  jobId: string,
  expiresAtText: string | null,
): Promise<{ readonly id: string; readonly expiresAt: Date | null }> {
  const expiresAt =
    expiresAtText === null ? null : readExpiry(expiresAtText, clock.now(), ['body', 'expires_at']);
  const id = canonicalId(jobId);
  if (!id || !(await store.retention.setExpiry(account.id, id, expiresAt))) throw jobNotFound();
  return { id, expiresAt };
}
