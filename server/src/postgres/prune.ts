/** Removes rows by age, in limited batches. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { fromNow } from './database-time.ts';

/** Oldest first; rows that another process is removing are skipped. Resolves to how many were removed. */
export async function prune(
  db: Database,
  table: string,
  age: string,
  keptMs: number,
  limit: number,
): Promise<number> {
  const [rows, column] = [sql.table(table), sql.ref(age)];
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${column} < ${fromNow(-keptMs)} order by ${column} limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows);
}
