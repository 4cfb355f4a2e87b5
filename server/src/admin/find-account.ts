/** Finds the account an operator names, or creates it. */
import type { Account } from '../domain/account.ts';
import type { Caller } from '../domain/caller.ts';
import { isId } from '../domain/ids.ts';
import { type Tier, tiers } from '../domain/plan.ts';
import { type AdminPorts, type Arguments, type Row, required, UsageError } from './command.ts';

export function tierOf(name: string | undefined): Tier {
  const tier = tiers.find((known) => known === name);
  if (!tier) throw new UsageError(`the tier must be one of ${tiers.join(', ')}`);
  return tier;
}

export async function accountOf({ store }: AdminPorts, name: string | undefined): Promise<Account> {
  const wanted = required(name, 'the account (its id or e-mail address)');
  const byId = isId(wanted) ? await store.accounts.find(wanted) : null;
  if (byId) return byId;
  const [account, ...others] = await store.accounts.findByEmail(wanted);
  if (!account) throw new UsageError(`there is no account ${wanted}`);
  if (others.length > 0)
    throw new UsageError(`several accounts have the address ${wanted}: name one by its id`);
  return account;
}

export async function callerOf(ports: AdminPorts, name: string | undefined): Promise<Caller> {
  const account = await accountOf(ports, name);
  return { account, plan: ports.plans[account.tier], apiKeyId: null };
}

export function accountRow(account: Account): Row {
  return {
    id: account.id,
    email: account.email,
    tier: account.tier,
    created_at: account.createdAt.toISOString(),
    writes: account.writesStopped ? 'stopped' : 'allowed',
  };
}

/** Without subject and issuer, the account with this address; several must be distinguished. */
async function namedByAddress({ store }: AdminPorts, options: Arguments['options'], email: string) {
  if (options['subject'] !== undefined || options['issuer'] !== undefined) return null;
  const [account = null, ...others] = await store.accounts.findByEmail(email);
  if (others.length > 0)
    throw new UsageError(`several accounts have the address ${email}: name the owner with --subject`);
  return account;
}

/** The account, and what was done. Repeating the command must not change the plan of a customer. */
export async function ensureAccount(
  ports: AdminPorts,
  options: Arguments['options'],
  tierOfNew: Tier,
): Promise<{ readonly account: Account; readonly result: string }> {
  const { accounts } = ports.store;
  const email = required(options['email'], '--email');
  const chosenTier = options['tier'] === undefined ? null : tierOf(options['tier']);
  // Providers that use the address as subject, as the one for development does, write it in lower case.
  const subject = options['subject'] ?? email.toLowerCase();
  const identity = { issuer: options['issuer'] ?? ports.issuer, subject, email };
  const now = ports.clock.now();
  const named = await namedByAddress(ports, options, email);
  const found = named ?? (await accounts.findOrCreate(identity, now));
  const isNew = named === null && found.createdAt.getTime() === now.getTime();
  const tier = chosenTier ?? (isNew ? tierOfNew : found.tier);
  const account = tier === found.tier ? found : ((await accounts.setTier(found.id, tier)) ?? found);
  if (isNew) return { account, result: 'created' };
  const change = tier === found.tier ? 'nothing changed' : `moved from ${found.tier} to ${tier}`;
  return { account, result: `existed before, ${change}` };
}
