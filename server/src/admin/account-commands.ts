/** Commands for accounts: create, list, move to another plan, retention, usage. */
import { createKey, listKeys } from '../actions/manage-keys.ts';
import { readAccount } from '../actions/read-account.ts';
import { retentionDaysMax } from '../domain/retention.ts';
import { pagesRemaining } from '../domain/usage.ts';
import { type AdminPorts, type Commands, type Row, required, UsageError } from './command.ts';
import { accountOf, accountRow, callerOf, ensureAccount, tierOf } from './find-account.ts';

function retentionOf(text: string | undefined): number | null {
  const wanted = required(text, `the number of days (or "never")`);
  if (wanted === 'never') return null;
  const days = /^\d{1,4}$/.test(wanted) ? Number(wanted) : 0;
  if (days < 1 || days > retentionDaysMax) {
    throw new UsageError(`jobs expire after 1 to ${retentionDaysMax} days, or "never"`);
  }
  return days;
}

async function setWrites(
  ports: AdminPorts,
  name: string | undefined,
  change: 'stopWrites' | 'allowWrites',
): Promise<Row> {
  const { accounts, jobs } = ports.store;
  const { id } = await accountOf(ports, name);
  const account = await accounts[change](id);
  if (!account) throw new UsageError(`the account ${id} was deleted`);
  return {
    ...accountRow(account),
    active_jobs: await jobs.activeCount(id),
    unfinished_writes: await accounts.unfinishedWrites(id),
  };
}

const identityOptions = {
  '--tier TIER': 'free, pro or business',
  '--subject SUBJECT':
    'the `sub` of the user at the identity provider; default: the e-mail address in lower case',
  '--issuer URL': 'the identity provider; default: OCTAVO_OIDC_ISSUER',
};

export const accountCommands: Commands = {
  init: {
    usage: '--email EMAIL',
    summary: 'create the first account and its API key',
    details: 'Shows the key once. Does nothing if the account already has a key. Default tier: pro.',
    options: { '--email EMAIL': 'address of the account', ...identityOptions },
    example: 'init --email you@example.com',
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
  'account create': {
    usage: '--email EMAIL',
    summary: 'create an account before its owner signs in',
    details: 'Default tier: free. An account that exists keeps its tier unless you give --tier.',
    options: { '--email EMAIL': 'address of the account', ...identityOptions },
    example: 'account create --email you@example.com --tier pro',
    run: async (ports, { options }) => {
      const { account, result } = await ensureAccount(ports, options, 'free');
      return [{ ...accountRow(account), result }];
    },
  },
  'account list': {
    usage: '',
    summary: 'list the newest accounts',
    options: { '--limit N': 'how many; default: 50' },
    run: async ({ store }, { options }) =>
      (await store.accounts.list(Number(options['limit'] ?? 50))).map(accountRow),
  },
  'account set-tier': {
    usage: 'ACCOUNT TIER',
    summary: 'move an account to another plan, at once',
    details: 'TIER is free, pro or business.',
    example: 'account set-tier you@example.com pro',
    run: async (ports, { words: [name, tier] }) => {
      const account = await accountOf(ports, name);
      return [accountRow((await ports.store.accounts.setTier(account.id, tierOf(tier))) ?? account)];
    },
  },
  'account set-retention': {
    usage: 'ACCOUNT DAYS|never',
    summary: 'set how long jobs accepted from now on are kept',
    example: 'account set-retention you@example.com 30',
    run: async (ports, { words: [name, text] }) => {
      const account = await accountOf(ports, name);
      const retentionDays = retentionOf(text);
      await ports.store.retention.changeSettings(account.id, { retentionDays });
      return [{ ...accountRow(account), retention_days: retentionDays ?? 'never' }];
    },
  },
  'account stop-writes': {
    usage: 'ACCOUNT',
    summary: 'refuse changes of an account with 503 while it is moved; reading goes on',
    details:
      'Running jobs finish, and nothing expires. Repeat the command until active_jobs and unfinished_writes are 0.',
    example: 'account stop-writes you@example.com',
    run: async (ports, { words: [name] }) => [await setWrites(ports, name, 'stopWrites')],
  },
  'account allow-writes': {
    usage: 'ACCOUNT',
    summary: 'end account stop-writes',
    run: async (ports, { words: [name] }) => [await setWrites(ports, name, 'allowWrites')],
  },
  usage: {
    usage: 'ACCOUNT',
    summary: 'show the pages and jobs of the current month',
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
