/** Figures that runs read from the database when all is quiet. */
import type { Ground } from '../stack/ground.ts';

type FailedJob = { readonly id: string; readonly error_message: string };

export const failedJobs = ({ db }: Ground) =>
  db.rows<FailedJob>(`select id, error_message from jobs where status = 'failed'`);

/**
 * From the claim by a worker that then died to the moment the job was free again, in ms. A little more than from the
 * death itself: with documents that take a second or less the difference is below a second.
 */
export async function lostLeases({ db }: Ground): Promise<number[]> {
  const rows = await db.rows<{ ms: number }>(
    `select extract(epoch from at - before)::float8 * 1000 as ms from (
       select at, type, lag(at) over jobs as before, lag(type) over jobs as kind
       from events window jobs as (partition by job_id order by number)
     ) steps where type = 'job.pending' and kind = 'job.processing'`,
  );
  return rows.map(({ ms }) => ms);
}

/** Objects of attempts that died, which no row names: they go with their job. */
export async function strayObjects({ db, bucket }: Ground): Promise<number> {
  const outputs = await db.rows<{ object_key: string }>('select object_key from outputs');
  const named = new Set(outputs.map(({ object_key: key }) => key));
  const stored = await bucket.versions();
  return stored.filter(({ key }) => key.includes('/attempt-') && !named.has(key)).length;
}
