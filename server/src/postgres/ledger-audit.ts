/** Compares month counters with the ledger in Postgres. A step reads a limited number of ledger rows. */
import { type RawBuilder, sql } from 'kysely';
import type { LedgerCheck, LedgerLimits, OpenMonth, StatsStore } from '../ports/stats.ts';
import type { Database } from './database.ts';
import { lowestId } from './id-bounds.ts';

type MonthRow = {
  account_id: string;
  /** Null for an account that was never charged. */
  month: string | null;
  charged: number;
  reserved: number;
  drifts: boolean;
  rows: number;
  last_id: number | null;
};

function monthsOf(after: string, accounts: number, sinceMonth: string) {
  return sql`
    select chosen.id, counters.month, pages_charged, pages_reserved, 0::bigint, 0::bigint, 0::bigint
    from (select id from accounts where id > ${after} order by id limit ${accounts}) chosen
    left join usage_months counters on counters.account_id = chosen.id and counters.month >= ${sinceMonth}::date`;
}

function openMonth({ accountId, month, afterId, charged, reserved }: OpenMonth) {
  return sql`
    select account_id, month, pages_charged, pages_reserved, ${afterId}::bigint, ${charged}::bigint, ${reserved}::bigint
    from usage_months where account_id = ${accountId} and month = ${month}::date`;
}

/**
 * One statement, so that counters and ledger are read in one snapshot. Rows of earlier steps are complete: an account's
 * row is locked before its ledger is written, so its ledger ids are in the order of its commits. Rows are compared as
 * tuples, because with equality the planner may read the whole table in the order of its primary key.
 */
async function sumMonths(db: Database, months: RawBuilder<unknown>, rowsMax: number) {
  const { rows } = await sql<MonthRow>`
    with audited (account_id, month, pages_charged, pages_reserved, after_id, charged, reserved) as (${months}),
    summed as (
      select audited.account_id, audited.month, pages_charged, pages_reserved, moved.rows, moved.last_id,
             audited.charged + moved.charged as charged, audited.reserved + moved.reserved as reserved
      from audited left join lateral (
        select count(*) as rows, max(id) as last_id,
               coalesce(sum(pages) filter (where kind = 'charge'), 0) as charged,
               coalesce(sum(case kind when 'reserve' then pages else -pages end), 0) as reserved
        from (
          select id, kind, pages from ledger
          where (account_id, month, id) > (audited.account_id, audited.month, audited.after_id)
            and (account_id, month) <= (audited.account_id, audited.month)
          order by account_id, month, id limit ${rowsMax}) part
      ) moved on audited.month is not null)
    select account_id, month::text, coalesce(rows, 0) as rows, last_id, charged, reserved,
           coalesce(pages_charged <> charged or pages_reserved <> reserved, false) as drifts
    from summed order by account_id, month`.execute(db);
  return rows;
}

/** Months that have as many rows as were read may have more: the next steps continue with them. */
function split(rows: readonly MonthRow[], rowsMax: number) {
  const [isOpen = [], isRead = []] = [true, false].map((open) =>
    rows.filter((row) => row.rows >= rowsMax === open),
  );
  const open = isOpen.map((row) => ({
    accountId: row.account_id,
    month: row.month ?? '',
    afterId: row.last_id ?? 0,
    charged: row.charged,
    reserved: row.reserved,
  }));
  const drifting = isRead.filter(({ drifts }) => drifts).map((row) => row.account_id);
  return { open, driftingAccountIds: [...new Set(drifting)] };
}

async function nextAccounts(
  db: Database,
  after: string | null,
  limits: LedgerLimits,
  sinceMonth: string,
): Promise<LedgerCheck> {
  const rowsMax = Math.max(1, Math.floor(limits.ledgerRows / limits.accounts));
  const rows = await sumMonths(db, monthsOf(after ?? lowestId, limits.accounts, sinceMonth), rowsMax);
  const { open, driftingAccountIds } = split(rows, rowsMax);
  const accounts = new Set(rows.map((row) => row.account_id)).size;
  const isEnd = accounts < limits.accounts && open.length === 0;
  const afterAccountId = rows.at(-1)?.account_id ?? after ?? lowestId;
  return { rows: accounts, driftingAccountIds, next: isEnd ? null : { afterAccountId, open } };
}

export function ledgerAuditIn(db: Database): StatsStore['checkLedger'] {
  return async (cursor, limits, sinceMonth) => {
    const [first, ...others] = cursor?.open ?? [];
    if (!cursor || !first) return nextAccounts(db, cursor?.afterAccountId ?? null, limits, sinceMonth);
    const rows = await sumMonths(db, openMonth(first), limits.ledgerRows);
    const { open, driftingAccountIds } = split(rows, limits.ledgerRows);
    const { afterAccountId } = cursor;
    return { rows: rows.length, driftingAccountIds, next: { afterAccountId, open: [...open, ...others] } };
  };
}
