/** A long queue, made in bulk: waiting jobs of many accounts with their tasks, reservations and counters, and no files. */
import type pg from 'pg';
import type { TestEnvironment } from '../environment/test-environment.ts';

const issuer = 'backlog';
const jobsPerAccount = 20;

/** Rows as an admission writes them, without triggers: with triggers the inserts would take an hour. */
const fill = [
  'alter table jobs disable trigger user',
  `insert into accounts (id, issuer, subject, email, created_at, active_jobs, visible_jobs, last_event)
   select gen_random_uuid(), '${issuer}', n::text, 'backlog-' || n || '@example.test', now(),
          ${jobsPerAccount}, ${jobsPerAccount}, ${jobsPerAccount}
   from generate_series(1, $1::int / ${jobsPerAccount}) n`,
  `insert into jobs (id, account_id, options, priority, source_name, source_bytes, source_sha256, pages_reserved,
                     billed_month, created_at, updated_at)
   select gen_random_uuid(), accounts.id, '{"format": ["markdown"]}', 0, 'backlog.pdf', 1, sha256('backlog'), 1,
          date_trunc('month', now()), born, born
   from accounts, generate_series(1, ${jobsPerAccount}) n,
        lateral (select now() - interval '2 hours' + (n * 1000 + subject::int % 1000) * interval '100 ms' as born) birth
   where issuer = '${issuer}'`,
  'alter table jobs enable trigger user',
  `insert into usage_months (account_id, month, pages_limit, pages_reserved)
   select id, date_trunc('month', now()), 1000, ${jobsPerAccount} from accounts where issuer = '${issuer}'`,
  `insert into job_counts (account_id, status, jobs)
   select id, 'pending', ${jobsPerAccount} from accounts where issuer = '${issuer}'`,
  `insert into ledger (account_id, job_id, month, kind, pages, at)
   select account_id, id, billed_month, 'reserve', 1, created_at from jobs where source_name = 'backlog.pdf'`,
  `insert into events (account_id, number, job_id, type, data, at)
   select account_id, row_number() over (partition by account_id order by created_at), id, 'job.created', '{}', created_at
   from jobs where source_name = 'backlog.pdf'`,
  `insert into queue.job (id, name, data, priority, retry_limit, heartbeat_seconds, dead_letter, created_on)
   select id, 'convert', jsonb_build_object('jobId', id), priority, 8, 10, 'convert-dead', created_at
   from jobs where source_name = 'backlog.pdf'`,
];

/** Accounts stay with counters of zero: checking the references to each would take longer than the run. */
const remove = [
  'alter table jobs disable trigger user',
  'alter table ledger disable trigger user',
  ...['ledger', 'events', 'usage_months', 'usage_days', 'job_counts'].map(
    (table) => `delete from ${table} using accounts where accounts.id = account_id and issuer = '${issuer}'`,
  ),
  `delete from queue.job using jobs where jobs.id = queue.job.id and jobs.source_name = 'backlog.pdf'`,
  `delete from jobs where source_name = 'backlog.pdf'`,
  'alter table jobs enable trigger user',
  'alter table ledger enable trigger user',
  `update accounts set active_jobs = 0, visible_jobs = 0, last_event = 0 where issuer = '${issuer}'`,
];

/** Longer than the harness waits for its other statements. */
const bulk = (text: string, values: readonly unknown[] = []) =>
  ({ text, values: [...values], query_timeout: 600_000 }) as pg.QueryConfig;

async function inTransaction(
  environment: TestEnvironment,
  statements: readonly string[],
  jobs: number,
): Promise<void> {
  await environment.db.withClient(async (client) => {
    for (const text of statements) await client.query(bulk(text, text.includes('$1') ? [jobs] : []));
  });
}

export async function fillBacklog(environment: TestEnvironment, jobs: number): Promise<void> {
  await inTransaction(environment, fill, jobs);
  // Autovacuum would have run by the time so many jobs are queued.
  await environment.db.withClient(async (client) => void (await client.query(bulk('vacuum analyze'))));
}

/** Call only after every process of the service has ended. */
export const removeBacklog = (environment: TestEnvironment) => inTransaction(environment, remove, 0);

export async function queuedJobs({ db }: TestEnvironment): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*) from jobs where source_name = 'backlog.pdf' and status = 'pending'`,
  );
  return row?.count ?? 0;
}
