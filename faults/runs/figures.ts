/** Figures of several scenarios: from the journal, and from the database after the load has ended. */
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import type { Journal } from '@octavo/testkit/invariants/journal.ts';

type FailedJob = { readonly id: string; readonly error_message: string };

export const failedJobs = ({ db }: TestEnvironment) =>
  db.rows<FailedJob>(`select id, error_message from jobs where status = 'failed'`);

/**
 * From the death of a worker to the moment its job was pending again, in ms. It is not known which dead worker held
 * the job, so the first to die after the claim is used: the figure is never too low.
 */
export async function leaseRecoveryMs(
  { db }: TestEnvironment,
  killedAtMs: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ claimed: number; freed: number }>(
    `select extract(epoch from before)::float8 * 1000 as claimed, extract(epoch from at)::float8 * 1000 as freed
     from (
       select at, type, lag(at) over jobs as before, lag(type) over jobs as kind
       from events window jobs as (partition by job_id order by number)
     ) steps where type = 'job.pending' and kind = 'job.processing'`,
  );
  return rows.map(({ claimed, freed }) => freed - (killedAtMs.find((at) => at >= claimed) ?? claimed));
}

/** From the creation of a job to its first claim, in ms; infinite if it was never claimed. */
export async function startWaitsOf({ db }: TestEnvironment, ids: readonly string[]): Promise<number[]> {
  const rows = await db.rows<{ waited: number | null }>(
    `select extract(epoch from
         min(at) filter (where type = 'job.processing') - min(at) filter (where type = 'job.created'))::float8 * 1000 as waited
     from events where job_id = any($1) group by job_id`,
    [ids],
  );
  return rows.map(({ waited }) => waited ?? Number.POSITIVE_INFINITY);
}

/** Objects of interrupted attempts that no row refers to; they are removed together with their job. */
export async function orphanedObjects({ db, bucket }: TestEnvironment): Promise<number> {
  const results = await db.rows<{ object_key: string }>(
    'select object_key from outputs union all select object_key from documents union all select object_key from readings',
  );
  const named = new Set(results.map(({ object_key: key }) => key));
  const stored = await bucket.versions();
  return stored.filter(({ key }) => !key.endsWith('/source.pdf') && !named.has(key)).length;
}

/** `responses: POST /jobs 201 ×40, POST /jobs 503 ×2`, for the notes. */
export const responseCounts = ({ answers }: Journal) =>
  `responses: ${[...answers].map(([name, count]) => `${name} ×${count}`).join(', ')}`;
