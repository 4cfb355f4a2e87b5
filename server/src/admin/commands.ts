/** The commands of the operator's CLI, one entry each. */
import { createKey, listKeys, revokeKey } from '../actions/manage-keys.ts';
import { readAccount } from '../actions/read-account.ts';
import { renewSeals } from '../actions/renew-seals.ts';
import type { Rerun } from '../actions/rerun-job.ts';
import type { Account } from '../domain/account.ts';
import type { Caller } from '../domain/caller.ts';
import { isId } from '../domain/ids.ts';
import { type Plans, type Tier, tiers } from '../domain/plan.ts';
import { retentionDaysMax } from '../domain/retention.ts';
import type { SealingKeys } from '../domain/sealing.ts';
import { pagesRemaining } from '../domain/usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Finding } from '../ports/health-check.ts';
import type { StoredOutput } from '../ports/stats.ts';
import type { Store } from '../ports/store.ts';

export type AdminPorts = {
  readonly store: Pick<Store, 'accounts' | 'apiKeys' | 'jobs' | 'retention' | 'webhooks'>;
  readonly plans: Plans;
  readonly clock: Clock;
  /** Default issuer of new accounts. */
  readonly issuer: string;
  readonly sealingKeys: SealingKeys;
  /** Runs the health checks of the installation. */
  readonly runHealthChecks: () => Promise<readonly Finding[]>;
  /** Outputs of done jobs that are missing in storage. */
  readonly findMissingOutputs: () => Promise<readonly StoredOutput[]>;
  readonly rerunJob: (jobId: string) => Promise<Rerun>;
};

export type Arguments = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
};
type Row = Readonly<Record<string, unknown>>;

/** A mistake of the operator: only its message is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing`);
  return value;
}

function tierOf(name: string | undefined): Tier {
  const tier = tiers.find((known) => known === name);
  if (!tier) throw new UsageError(`the tier must be one of ${tiers.join(', ')}`);
  return tier;
}

function retentionOf(text: string | undefined): number | null {
  const wanted = required(text, `the number of days (or "never")`);
  if (wanted === 'never') return null;
  const days = /^\d{1,4}$/.test(wanted) ? Number(wanted) : 0;
  if (days < 1 || days > retentionDaysMax) {
    throw new UsageError(`jobs expire after 1 to ${retentionDaysMax} days, or "never"`);
  }
  return days;
}

async function accountOf({ store }: AdminPorts, name: string | undefined): Promise<Account> {
  const wanted = required(name, 'the account (its id or e-mail address)');
  const byId = isId(wanted) ? await store.accounts.find(wanted) : null;
  if (byId) return byId;
  const [account, ...others] = await store.accounts.findByEmail(wanted);
  if (!account) throw new UsageError(`there is no account ${wanted}`);
  if (others.length > 0)
    throw new UsageError(`several accounts have the address ${wanted}: name one by its id`);
  return account;
}

async function callerOf(ports: AdminPorts, name: string | undefined): Promise<Caller> {
  const account = await accountOf(ports, name);
  return { account, plan: ports.plans[account.tier], apiKeyId: null };
}

function accountRow(account: Account): Row {
  return {
    id: account.id,
    email: account.email,
    tier: account.tier,
    created_at: account.createdAt.toISOString(),
  };
}

function rerunRow(jobId: string, rerun: Rerun): Row {
  const result = rerun.isRepaired ? `${rerun.formats.join(', ')} stored again` : rerun.why;
  return { job_id: jobId, repaired: rerun.isRepaired, result };
}

async function checkOutputs(ports: AdminPorts, repairs: boolean): Promise<readonly Row[]> {
  const missing = await ports.findMissingOutputs();
  const formats = Map.groupBy(missing, ({ jobId }) => jobId);
  const rows: Row[] = [];
  for (const [jobId, outputs] of formats) {
    const missingFormats = outputs.map(({ format }) => format).join(', ');
    const about = { account_id: outputs[0]?.accountId ?? '', missing: missingFormats };
    const repair = repairs ? rerunRow(jobId, await ports.rerunJob(jobId)) : { job_id: jobId };
    rows.push({ ...about, ...repair });
  }
  return rows;
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
async function ensureAccount(
  ports: AdminPorts,
  options: Arguments['options'],
  tierOfNew: Tier,
): Promise<{ readonly account: Account; readonly result: string }> {
  const { accounts } = ports.store;
  const email = required(options['email'], '--email');
  const chosenTier = options['tier'] === undefined ? null : tierOf(options['tier']);
  const subject = options['subject'] ?? email;
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

type Command = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (ports: AdminPorts, args: Arguments) => Promise<readonly Row[]>;
};

export const commands: Readonly<Record<string, Command>> = {
  'account create': {
    usage: '--email E [--tier T] [--subject S] [--issuer I]',
    summary:
      'create an account (default tier: free); its owner signs in as subject S of issuer I (default: the e-mail address). An account that exists keeps its tier unless --tier is given',
    run: async (ports, { options }) => {
      const { account, result } = await ensureAccount(ports, options, 'free');
      return [{ ...accountRow(account), result }];
    },
  },
  init: {
    usage: '--email E [--tier T] [--subject S] [--issuer I]',
    summary:
      'create the first account and its key, and show the key once; does nothing when it already has a key',
    run: async (ports, args) => {
      const [existing] = await ports.store.accounts.findByEmail(required(args.options['email'], '--email'));
      const account = existing ?? (await ensureAccount(ports, args.options, 'pro')).account;
      const caller = await callerOf(ports, account.id);
      if ((await listKeys(ports, caller)).length > 0) {
        return [{ ...accountRow(caller.account), raw_key: 'shown when it was created' }];
      }
      const { rawKey } = await createKey(ports, caller, 'first');
      return [{ ...accountRow(caller.account), raw_key: rawKey }];
    },
  },
  'account list': {
    usage: '[--limit N]',
    summary: 'the newest accounts',
    run: async ({ store }, { options }) =>
      (await store.accounts.list(Number(options['limit'] ?? 50))).map(accountRow),
  },
  'account set-tier': {
    usage: 'ACCOUNT TIER',
    summary: 'move an account to another plan, at once',
    run: async (ports, { words: [name, tier] }) => {
      const account = await accountOf(ports, name);
      return [accountRow((await ports.store.accounts.setTier(account.id, tierOf(tier))) ?? account)];
    },
  },
  'account set-retention': {
    usage: 'ACCOUNT DAYS|never',
    summary: 'set how long jobs accepted from now on are kept',
    run: async (ports, { words: [name, text] }) => {
      const account = await accountOf(ports, name);
      const retentionDays = retentionOf(text);
      await ports.store.retention.changeSettings(account.id, { retentionDays });
      return [{ ...accountRow(account), retention_days: retentionDays ?? 'never' }];
    },
  },
  'key create': {
    usage: 'ACCOUNT --name N',
    summary: 'create an API key; it is shown only this time',
    run: async (ports, { words: [name], options }) => {
      const made = await createKey(ports, await callerOf(ports, name), required(options['name'], '--name'));
      return [{ id: made.key.id, name: made.key.name, raw_key: made.rawKey }];
    },
  },
  'key list': {
    usage: 'ACCOUNT',
    summary: 'the API keys of an account',
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
  'seal renew': {
    usage: '',
    summary:
      'seal every webhook secret with the first of the sealing keys, so that older keys can be removed',
    run: async (ports) => {
      const { webhooks, renewed, unopened } = await renewSeals(ports);
      return [{ webhooks, renewed, unopened: unopened.join(' ') || 'none' }];
    },
  },
  'outputs check': {
    usage: '[--repair]',
    summary:
      'compare the outputs of every done job with the storage and list what is missing; --repair runs those jobs again, at no charge',
    run: (ports, { options }) => checkOutputs(ports, options['repair'] === 'true'),
  },
  'job rerun': {
    usage: 'JOB',
    summary: 'convert a done job again from its stored source and replace its outputs, at no charge',
    run: async (ports, { words: [jobId] }) => {
      const id = required(jobId, 'the job’s id');
      return [rerunRow(id, await ports.rerunJob(id))];
    },
  },
  doctor: {
    usage: '',
    summary:
      'check configuration, database, storage, issuer, engine, disk and public address; exits with 1 when a check fails',
    run: async ({ runHealthChecks }) => (await runHealthChecks()).map((finding) => ({ ...finding })),
  },
  usage: {
    usage: 'ACCOUNT',
    summary: 'pages and jobs of the current month',
    run: async (ports, { words: [name] }) => {
      const caller = await callerOf(ports, name);
      const { usage, pagesLimit } = await readAccount(ports, caller);
      return [
        {
          ...accountRow(caller.account),
          pages_charged: usage.pagesCharged,
          pages_reserved: usage.pagesReserved,
          pages_limit: pagesLimit,
          pages_remaining: pagesRemaining(usage, pagesLimit),
          active_jobs: await ports.store.jobs.activeCount(caller.account.id),
        },
      ];
    },
  },
};
