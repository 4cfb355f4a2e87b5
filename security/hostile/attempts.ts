/** How long each attempt at a job took, read from its events. */
import type { Database } from '@octavo/testkit/environment/database.ts';

export type Attempt = { readonly jobId: string; readonly pages: number; readonly tookMs: number };
export type TimeLimits = {
  readonly baseMs: number;
  readonly perPageMs: number;
  readonly maxMs: number;
  readonly graceMs: number;
};

export async function attemptsOf(db: Pick<Database, 'rows'>): Promise<readonly Attempt[]> {
  const rows = await db.rows<{ job_id: string; pages: number; ms: number }>(
    `select job_id, pages, ms from (
       select e.job_id, j.pages_reserved as pages, e.type,
         extract(epoch from lead(e.at) over steps - e.at)::float8 * 1000 as ms
       from events e join jobs j on j.id = e.job_id window steps as (partition by e.job_id order by e.number)
     ) spans where type = 'job.processing' and ms is not null`,
  );
  return rows.map(({ job_id: jobId, pages, ms }) => ({ jobId, pages, tookMs: ms }));
}

export const lateAttempts = (
  attempts: readonly Attempt[],
  { baseMs, perPageMs, maxMs, graceMs }: TimeLimits,
) =>
  attempts
    .filter(({ pages, tookMs }) => tookMs > Math.min(baseMs + pages * perPageMs, maxMs) + graceMs)
    .map(({ jobId, pages, tookMs }) => `${jobId} (${pages} pages) took ${Math.round(tookMs)} ms`);
