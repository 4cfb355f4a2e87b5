/** Deleted accounts in Postgres. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Identity } from '../domain/account.ts';
import { unauthorized } from '../domain/caller.ts';
import { unavailable, writesStopped } from '../domain/errors.ts';
import type { ClosedAccountStore } from '../ports/closed-accounts.ts';
import { revocationChannel } from './channels.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { databaseNow, fromNow } from './database-time.ts';
import { toJobRef } from './job-rows.ts';
import { boundLockWaits, exceptIds } from './recovery-clauses.ts';
import { abandonedMark } from './uploads.ts';

/** Stands in for the issuer of a closed account, whose subject is its id: no token has it. */
export const closedIssuer = 'closed';

/** An identity is forgotten this long after the deletion at the earliest: no session token lives longer. */
const tokenHours = 24;
const eventsMax = 5_000;
/** Until then, a request that was identified before may still submit a job, which is removed like the others. */
const requestsMs = 900_000;

function hashOf({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Buffer {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest();
}

/** Locks the row of an account, in transactions that must not add anything to a closed one, or while writes are stopped. */
export async function lockOpenAccount(tx: DatabaseTransaction, accountId: string): Promise<void> {
  const row = await tx
    .selectFrom('accounts')
    .select('writes_stopped_at')
    .where('id', '=', accountId)
    .where('issuer', '<>', closedIssuer)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw unauthorized();
  if (row.writes_stopped_at) throw writesStopped();
}

/**
 * Gives a user who deleted the account and signed in again the same row, which is empty, so that pages used in this
 * month still count. Tokens from before the deletion stay invalid. False when the user never deleted an account.
 */
export async function reopenAccount(db: Database, identity: Identity, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('closed_accounts')
    .select(['account_id', 'closed_at', 'emptied_at'])
    .where('identity_sha256', '=', hashOf(identity))
    .executeTakeFirst();
  if (!found) return false;
  if (!identity.issuedAt || identity.issuedAt <= found.closed_at) throw unauthorized();
  if (!found.emptied_at) throw unavailable('database', new Error('the account is still being deleted'));
  const { issuer, subject, email } = identity;
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ issuer, subject, email, created_at: now })
      .where('id', '=', found.account_id)
      .where('issuer', '=', closedIssuer)
      .execute();
    await tx.deleteFrom('closed_accounts').where('account_id', '=', found.account_id).execute();
  });
  return true;
}

async function closeIn(tx: DatabaseTransaction, accountId: string) {
  const account = await tx
    .selectFrom('accounts')
    .select(['issuer', 'subject', 'visible_jobs', 'writes_stopped_at'])
    .where('id', '=', accountId)
    .where('issuer', '<>', closedIssuer)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return null;
  if (account.writes_stopped_at) throw writesStopped();
  await tx
    .updateTable('accounts')
    .set({ issuer: closedIssuer, subject: accountId, email: '', tier: 'free' })
    .where('id', '=', accountId)
    .execute();
  const { closed_at: closedAt } = await tx
    .insertInto('closed_accounts')
    .values({ account_id: accountId, identity_sha256: hashOf(account), closed_at: databaseNow })
    .returning('closed_at')
    .executeTakeFirstOrThrow();
  await sql`
    with revoked as (
      update api_keys set revoked_at = ${databaseNow}
      where account_id = ${accountId} and revoked_at is null returning id)
    select pg_notify(${revocationChannel}, id::text) from revoked`.execute(tx);
  await tx
    .deleteFrom('shares')
    .using('jobs')
    .whereRef('jobs.id', '=', 'shares.job_id')
    .where('jobs.account_id', '=', accountId)
    .execute();
  await tx.deleteFrom('webhook_endpoints').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('account_settings').where('account_id', '=', accountId).execute();
  await tx
    .updateTable('direct_uploads')
    .set({ expires_at: abandonedMark, remove_at: abandonedMark })
    .where('account_id', '=', accountId)
    .where('job_id', 'is', null)
    .execute();
  return { closedAt, jobs: Number(account.visible_jobs) };
}

/** In parts, so that no transaction holds its locks for long. */
async function emptyIn(tx: DatabaseTransaction, accountId: string): Promise<boolean> {
  await boundLockWaits(tx);
  const { numAffectedRows = 0n } = await sql`
    delete from events where account_id = ${accountId} and number in (
      select number from events where account_id = ${accountId} order by number limit ${eventsMax})`.execute(
    tx,
  );
  if (numAffectedRows >= BigInt(eventsMax)) return false;
  await tx.deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('api_keys').where('account_id', '=', accountId).execute();
  await tx
    .updateTable('closed_accounts')
    .set({ emptied_at: databaseNow })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}

export function closedAccountsIn(db: Database): ClosedAccountStore {
  return {
    close: (accountId) => db.transaction().execute((tx) => closeIn(tx, accountId)),

    jobs: async (limit, except) => {
      const rows = await db
        .selectFrom('closed_accounts as closed')
        .innerJoin('jobs', 'jobs.account_id', 'closed.account_id')
        .select(['jobs.id', 'jobs.account_id'])
        .where('closed.emptied_at', 'is', null)
        .where('jobs.deleting_at', 'is', null)
        .where(exceptIds('jobs.id', except))
        .limit(limit)
        .execute();
      return rows.map(toJobRef);
    },

    withoutFiles: async (limit, except) => {
      const { rows } = await sql<{ account_id: string }>`
        select account_id from closed_accounts as closed
        join accounts on accounts.id = closed.account_id and accounts.visible_jobs = 0
        where emptied_at is null and ${exceptIds('account_id', except)}
          and closed_at < ${fromNow(-requestsMs)}
          and not exists (
            select from jobs where jobs.account_id = closed.account_id and jobs.deleting_at is not null)
          and not exists (select from uploads where uploads.account_id = closed.account_id)
          and not exists (
            select from direct_uploads where direct_uploads.account_id = closed.account_id and job_id is null)
        order by closed_at limit ${limit}`.execute(db);
      return rows.map(({ account_id }) => account_id);
    },

    empty: (accountId) => db.transaction().execute((tx) => emptyIn(tx, accountId)),

    forgetIdentities: async (limit) => {
      const { numAffectedRows = 0n } = await sql`
        update closed_accounts set identity_sha256 = null
        where account_id = any(array(
          select account_id from closed_accounts
          where emptied_at is not null and identity_sha256 is not null
            and closed_at < least(
              date_trunc('month', ${databaseNow} at time zone 'UTC') at time zone 'UTC',
              ${databaseNow} - make_interval(hours => ${tokenHours}))
          limit ${limit} for update skip locked))`.execute(db);
      return Number(numAffectedRows);
    },
  };
}
