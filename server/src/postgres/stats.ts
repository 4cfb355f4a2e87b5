/**
 * Service statistics in Postgres: bounded index scans, never a full count. Each is ordered like its index: without an order
 * the planner may scan the whole table for a plan that has no waiting jobs.
 */
import { sql } from 'kysely';
import { queuePriority, tiers } from '../domain/plan.ts';
import {
  type OutputCursor,
  type StatsStore,
  type StoredOutput,
  statsCountMax,
  type TierQueue,
} from '../ports/stats.ts';
import type { Database } from './database.ts';
import { highestId } from './id-bounds.ts';
import { ledgerAuditIn } from './ledger-audit.ts';

async function tierQueuesIn(db: Database): Promise<readonly TierQueue[]> {
  const { rows } = await sql<{ priority: number; jobs: number; oldest: number }>`
    select priority,
      (select count(*) from (
        select from jobs where status = 'pending' and deleting_at is null and jobs.priority = plan.priority
        order by created_at, id limit ${statsCountMax}) counted) as jobs,
      (select extract(epoch from clock_timestamp() - created_at)::float8 from jobs
        where status = 'pending' and deleting_at is null and jobs.priority = plan.priority
        order by created_at, id limit 1) as oldest
    from unnest(${tiers.map((tier) => queuePriority[tier])}::int[]) plan (priority)`.execute(db);
  const byPriority = new Map(rows.map((row) => [row.priority, row]));
  return tiers.map((tier) => {
    const row = byPriority.get(queuePriority[tier]);
    return { tier, jobs: row?.jobs ?? 0, oldestSeconds: Math.max(0, row?.oldest ?? 0) };
  });
}

type Counts = { processing: number; overdue: number | null; deliveries: number };

async function countsIn(db: Database): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from (
        select from jobs where status = 'processing' and deleting_at is null
        order by lease_until limit ${statsCountMax}) held) as processing,
      (select extract(epoch from clock_timestamp() - min(lease_until))::float8 from jobs
        where status = 'processing' and deleting_at is null and lease_until < statement_timestamp()) as overdue,
      (select count(*) from (
        select from webhook_deliveries where state = 'pending'
        order by endpoint_id, due_at limit ${statsCountMax}) waiting) as deliveries`.execute(db);
  return rows[0];
}

type OutputRow = { job_id: string; account_id: string; format: string; object_key: string; bytes: number };

/** All parts are read in the order of their index, at most `limit` rows of each. */
async function outputsBefore(db: Database, before: OutputCursor | null, limit: number) {
  const [jobId, format] = [before?.jobId ?? highestId, before?.format ?? ''];
  const { rows } = await sql<OutputRow>`
    select job_id, (select account_id from jobs where id = job_id) as account_id, format, object_key, bytes
    from (
      (select job_id, format, object_key, bytes from outputs
        where (job_id, format) < (${jobId}::uuid, ${format})
        order by job_id desc, format desc limit ${limit})
      union all
      (select job_id, 'document', object_key, bytes from documents
        where job_id <= ${jobId}::uuid and (job_id, 'document') < (${jobId}::uuid, ${format})
        order by job_id desc limit ${limit})
      union all
      (select job_id, 'reading', object_key, bytes from readings
        where job_id <= ${jobId}::uuid and (job_id, 'reading') < (${jobId}::uuid, ${format})
        order by job_id desc limit ${limit})
      order by job_id desc, format desc limit ${limit}) stored
    order by job_id desc, format desc`.execute(db);
  return rows;
}

export function statsIn(db: Database): StatsStore {
  return {
    storedOutputs: async (before, limit) => {
      const rows = await outputsBefore(db, before, limit);
      const outputs = rows.map((row) => ({
        jobId: row.job_id,
        accountId: row.account_id,
        format: row.format as StoredOutput['format'],
        objectKey: row.object_key,
        bytes: row.bytes,
      }));
      return { outputs, next: outputs.length < limit ? null : (outputs.at(-1) ?? null) };
    },

    read: async () => {
      const [waiting, counts] = await Promise.all([tierQueuesIn(db), countsIn(db)]);
      return {
        waiting,
        processing: counts?.processing ?? 0,
        overdueLeaseSeconds: Math.max(0, counts?.overdue ?? 0),
        deliveriesPending: counts?.deliveries ?? 0,
      };
    },

    checkLedger: ledgerAuditIn(db),
  };
}
