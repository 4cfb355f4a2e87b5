/**
 * Slots and page accounting. Every transaction locks jobs, accounts, usage_months in this order, so that none can
 * deadlock.
 */
import { sql } from 'kysely';
import type { LedgerKind } from '../domain/usage.ts';
import { compileOnce } from './compile-once.ts';
import type { DatabaseTransaction } from './database.ts';
import { prepared } from './prepared.ts';

export type MeteredJob = {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string | null;
  readonly month: string;
  readonly pagesReserved: number;
};

/** One conditional statement: reading before writing would let concurrent submits exceed the limit. */
const slotTaken = compileOnce((db, { accountId, activeMax }: { accountId: string; activeMax: number }) =>
  db
    .updateTable('accounts')
    .set((set) => ({
      active_jobs: set('active_jobs', '+', 1),
      visible_jobs: set('visible_jobs', '+', 1),
    }))
    .where('id', '=', accountId)
    .where('active_jobs', '<', activeMax)
    .modifyEnd(prepared),
);

export async function takeSlot(
  tx: DatabaseTransaction,
  accountId: string,
  activeMax: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await slotTaken(tx, { accountId, activeMax });
  return numAffectedRows > 0n;
}

export async function reservePages(
  tx: DatabaseTransaction,
  job: MeteredJob,
  pagesLimit: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into usage_months as kept (account_id, month, pages_limit, pages_reserved)
    select ${job.accountId}::uuid, ${job.month}::date, ${pagesLimit}::int, ${job.pagesReserved}::int
    where ${job.pagesReserved}::int <= ${pagesLimit}::int
    on conflict (account_id, month) do update
      set pages_reserved = kept.pages_reserved + excluded.pages_reserved,
          pages_limit = excluded.pages_limit
      where kept.pages_reserved + kept.pages_charged + excluded.pages_reserved <= excluded.pages_limit
    returning true ${prepared}`.execute(tx);
  return rows.length > 0;
}

export async function writeLedger(
  tx: DatabaseTransaction,
  job: MeteredJob,
  movements: Partial<Record<LedgerKind, number>>,
  now: Date,
): Promise<void> {
  const rows = Object.entries(movements)
    .filter(([, pages]) => pages > 0)
    .map(([kind, pages]) => ({
      account_id: job.accountId,
      job_id: job.id,
      api_key_id: job.apiKeyId,
      month: job.month,
      kind,
      pages,
      at: now,
    }));
  await tx.insertInto('ledger').values(rows).modifyEnd(prepared).execute();
}

const slotFreed = compileOnce((db, { accountId }: { accountId: string }) =>
  db
    .updateTable('accounts')
    .set((set) => ({ active_jobs: set('active_jobs', '-', 1) }))
    .where('id', '=', accountId)
    .modifyEnd(prepared),
);

type Settlement = Pick<MeteredJob, 'accountId' | 'month' | 'pagesReserved'> & {
  readonly pagesCharged: number;
};

const pagesSettled = compileOnce((db, { accountId, month, pagesReserved, pagesCharged }: Settlement) =>
  db
    .updateTable('usage_months')
    .set((set) => ({
      pages_reserved: set('pages_reserved', '-', pagesReserved),
      pages_charged: set('pages_charged', '+', pagesCharged),
    }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .modifyEnd(prepared),
);

/** Frees the slot, and charges or releases the reserved pages. */
export async function settle(
  tx: DatabaseTransaction,
  job: MeteredJob,
  pagesCharged: number,
  now: Date,
): Promise<void> {
  await slotFreed(tx, { accountId: job.accountId });
  await pagesSettled(tx, { ...job, pagesCharged });
  await writeLedger(tx, job, { charge: pagesCharged, release: job.pagesReserved - pagesCharged }, now);
}
