/** Commands for API keys. */
import { createKey, listKeys, revokeKey } from '../actions/manage-keys.ts';
import type { Caller } from '../domain/caller.ts';
import { isId } from '../domain/ids.ts';
import { type AdminPorts, type Arguments, type Commands, required, UsageError } from './command.ts';
import { callerOf, ensureAccount, tierOf } from './find-account.ts';

/** With `--tier` the account is created or moved first, so that a first key takes one command. */
async function keyOwner(ports: AdminPorts, { words: [name], options }: Arguments): Promise<Caller> {
  const wanted = required(name, 'the account (its id or e-mail address)');
  const isNew = !isId(wanted) && (await ports.store.accounts.findByEmail(wanted)).length === 0;
  if (options['tier'] === undefined) {
    if (isNew) throw new UsageError(`there is no account ${wanted}; add --tier pro to create it`);
    return callerOf(ports, wanted);
  }
  const tier = tierOf(options['tier']);
  if (isNew && !wanted.includes('@')) throw new UsageError(`${wanted} is not an e-mail address`);
  const { account } = isNew
    ? await ensureAccount(ports, { ...options, email: wanted }, tier)
    : await callerOf(ports, wanted);
  if (account.tier !== tier) await ports.store.accounts.setTier(account.id, tier);
  return callerOf(ports, account.id);
}

export const keyCommands: Commands = {
  'key create': {
    usage: 'ACCOUNT',
    summary: 'create an API key; it is shown only this time',
    details: 'Keys need the plan Pro or Business. With --tier, the account is created or moved to that plan.',
    options: {
      '--name NAME': 'where the key is used; default: admin',
      '--tier TIER': 'pro or business: the plan the account should have',
    },
    example: 'key create you@example.com --tier pro',
    run: async (ports, args) => {
      const caller = await keyOwner(ports, args);
      if (!caller.plan.programmaticAccess) {
        throw new UsageError(
          'API keys are available on the Pro and Business plans; add --tier pro to move this account',
        );
      }
      const { key, rawKey } = await createKey(ports, caller, args.options['name'] ?? 'admin');
      const { email, tier } = caller.account;
      return [{ account: email, tier, id: key.id, name: key.name, raw_key: rawKey }];
    },
  },
  'key list': {
    usage: 'ACCOUNT',
    summary: 'list the API keys of an account',
    run: async (ports, { words: [name] }) =>
      (await listKeys(ports, await callerOf(ports, name))).map((key) => ({
        id: key.id,
        name: key.name,
        key_prefix: key.keyPrefix,
        active: key.revokedAt === null,
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
      })),
  },
  'key revoke': {
    usage: 'ACCOUNT KEY_ID',
    summary: 'revoke an API key, immediately and everywhere',
    run: async (ports, { words: [name, keyId] }) => {
      await revokeKey(ports, await callerOf(ports, name), required(keyId, 'the key’s id'));
      return [{ id: keyId, active: false }];
    },
  },
};
