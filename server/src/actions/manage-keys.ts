/** Creates, lists and revokes API keys. The full key is returned only when it is created. */
import { type ApiKey, hashRawKey, keyPrefixOf, newRawKey, readKeyName } from '../domain/api-key.ts';
import type { Caller } from '../domain/caller.ts';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { canonicalId, newId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

export type ManageKeysPorts = { readonly store: Pick<Store, 'apiKeys'>; readonly clock: Clock };

export function requireProgrammaticAccess({ plan }: Pick<Caller, 'plan'>): void {
  if (plan.programmaticAccess) return;
  throw new OctavoError('plan_required', 'API keys are available on the Pro and Business plans.');
}

function acceptedName(requested: string): string {
  const name = readKeyName(requested);
  if (name !== null) return name;
  throw invalidRequest({ loc: ['body', 'name'], msg: 'must have at least 1 visible character' });
}

export async function createKey(
  { store, clock }: ManageKeysPorts,
  caller: Caller,
  requestedName: string,
): Promise<{ readonly key: ApiKey; readonly rawKey: string }> {
  requireProgrammaticAccess(caller);
  const { account, plan } = caller;
  const name = acceptedName(requestedName);
  const rawKey = newRawKey();
  const now = clock.now();
  const key = await store.apiKeys.create(
    {
      id: newId(now.getTime()),
      accountId: account.id,
      name,
      keyPrefix: keyPrefixOf(rawKey),
      hash: hashRawKey(rawKey),
      createdAt: now,
    },
    plan.apiKeysMax,
  );
  if (!key) {
    throw new OctavoError(
      'api_key_limit_reached',
      `The ${account.tier} plan allows ${plan.apiKeysMax} active API keys. Revoke one first.`,
    );
  }
  return { key, rawKey };
}

export function listKeys({ store }: ManageKeysPorts, { account }: Caller): Promise<readonly ApiKey[]> {
  return store.apiKeys.list(account.id);
}

export async function revokeKey(
  { store, clock }: ManageKeysPorts,
  caller: Caller,
  keyId: string,
): Promise<void> {
  const id = canonicalId(keyId);
  const revoked = id && (await store.apiKeys.revoke(caller.account.id, id, clock.now()));
  if (!revoked) throw new OctavoError('api_key_not_found', 'API key not found.');
}
