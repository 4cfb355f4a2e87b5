/** Accounts in Postgres. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Account } from '../domain/account.ts';
import { newId } from '../domain/ids.ts';
import type { Tier } from '../domain/plan.ts';
import type { AccountStore } from '../ports/store.ts';
import { closedIssuer, reopenAccount } from './closed-accounts.ts';
import { compileOnce } from './compile-once.ts';
import type { Database } from './database.ts';
import { databaseNow } from './database-time.ts';
import { prepared } from './prepared.ts';
import type { Accounts } from './schema.ts';

const columns = ['id', 'email', 'tier', 'created_at', 'active_jobs', 'writes_stopped_at'] as const;

export function toAccount(row: Pick<Selectable<Accounts>, (typeof columns)[number]>): Account {
  const { id, email, created_at: createdAt, active_jobs: activeJobs, writes_stopped_at: stoppedAt } = row;
  const account = { id, email, tier: row.tier as Tier, createdAt, activeJobs };
  return stoppedAt === null ? account : { ...account, writesStopped: true };
}

const usageOfMonth = compileOnce((db, { accountId, month }: { accountId: string; month: string }) =>
  db
    .selectFrom('usage_months')
    .select(['pages_charged', 'pages_reserved'])
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .modifyEnd(prepared),
);

function monthUsageIn(db: Database): AccountStore['monthUsage'] {
  return async (accountId, month) => {
    const [row] = (await usageOfMonth(db, { accountId, month })).rows;
    return { pagesCharged: row?.pages_charged ?? 0, pagesReserved: row?.pages_reserved ?? 0 };
  };
}

function writeStopsIn(db: Database): Pick<AccountStore, 'stopWrites' | 'allowWrites' | 'unfinishedWrites'> {
  const set = async (accountId: string, writesStoppedAt: RawBuilder<Date> | null) => {
    const row = await db
      .updateTable('accounts')
      .set({ writes_stopped_at: writesStoppedAt })
      .where('id', '=', accountId)
      .where('issuer', '<>', closedIssuer)
      .returning(columns)
      .executeTakeFirst();
    return row ? toAccount(row) : null;
  };
  return {
    stopWrites: (accountId) => set(accountId, databaseNow),
    allowWrites: (accountId) => set(accountId, null),
    unfinishedWrites: async (accountId) => {
      const { rows } = await sql<{ writes: number }>`
        select (
          (select count(*) from uploads where account_id = ${accountId}) +
          (select count(*) from jobs where account_id = ${accountId} and deleting_at is not null) +
          (select count(*) from output_writes join jobs on jobs.id = job_id where account_id = ${accountId})
        )::int as writes`.execute(db);
      return rows[0]?.writes ?? 0;
    },
  };
}

export function accountsIn(db: Database): AccountStore {
  return {
    findOrCreate: async (identity, now) => {
      const known = await db
        .selectFrom('accounts')
        .select(columns)
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject)
        .modifyEnd(prepared)
        .executeTakeFirst();
      if (known && (known.email === identity.email || identity.email === '')) return toAccount(known);
      if (!known) await reopenAccount(db, identity, now);
      const { issuer, subject, email } = identity;
      const row = await db
        .insertInto('accounts')
        .values({ issuer, subject, email, id: newId(now.getTime()), created_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['issuer', 'subject'])
            .doUpdateSet((set) => ({ email: set.ref('excluded.email') })),
        )
        .returning(columns)
        .executeTakeFirstOrThrow();
      return toAccount(row);
    },

    find: async (accountId) => {
      const row = await db
        .selectFrom('accounts')
        .select(columns)
        .where('id', '=', accountId)
        .executeTakeFirst();
      return row ? toAccount(row) : null;
    },

    findByEmail: async (email) => {
      const rows = await db
        .selectFrom('accounts')
        .select(columns)
        .where(sql<string>`lower(email)`, '=', email.toLowerCase())
        .orderBy('created_at')
        .execute();
      return rows.map(toAccount);
    },

    list: async (limit) => {
      const rows = await db
        .selectFrom('accounts')
        .select(columns)
        .where('issuer', '<>', closedIssuer)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toAccount);
    },

    setTier: async (accountId, tier) => {
      const row = await db
        .updateTable('accounts')
        .set({ tier })
        .where('id', '=', accountId)
        .returning(columns)
        .executeTakeFirst();
      return row ? toAccount(row) : null;
    },

    ...writeStopsIn(db),
    monthUsage: monthUsageIn(db),
  };
}
