/**
 * Slots and page accounting, which the functions of migration 0026 own. Every transaction locks jobs, accounts,
 * usage_months in this order, so that none can deadlock.
 */
import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.ts';
import { prepared } from './prepared.ts';

/** Of a job that is over without being done: frees its slot, releases its pages and removes its task. */
export async function releaseJob(tx: DatabaseTransaction, jobId: string, now: Date): Promise<void> {
  await sql`select settle_job(${jobId}, 0, ${now}) ${prepared}`.execute(tx);
}
