/** Fills the tables with the data of years of use: many accounts, one of them heavy, jobs in every state. */
import type pg from 'pg';

export type Portion = {
  /** Range of job numbers; the next portion continues after this one. */
  readonly from: number;
  readonly to: number;
  readonly heavyAccount: string;
  /** One in `heavyEvery` jobs belongs to the heavy account, and one in `pendingEvery` is pending. */
  readonly heavyEvery: number;
  readonly pendingEvery: number;
};

const epoch = `timestamptz '2026-01-01'`;
/** Time-ordered ids like the service's, so that jobs close in time are close in the index. */
const jobId = `(lpad(to_hex((extract(epoch from created) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`;

async function fillAccounts(client: pg.ClientBase, { from, to }: Portion): Promise<void> {
  await client.query(
    `with made as (
       insert into accounts (id, issuer, subject, email, created_at)
       select gen_random_uuid(), 'seed', n::text, 's@example.test', now()
       from generate_series($1::int, $2::int) n where n % 40 = 0
       returning id, subject),
     counted as (
       insert into usage_months (account_id, month, pages_limit)
       select id, month, 1000 from made, generate_series(date '2025-01-01', '2026-11-01', interval '1 month') month)
     insert into api_keys (id, account_id, name, key_prefix, key_hash, created_at)
     select gen_random_uuid(), id, 'seed', 'oct_00000000', sha256(subject::bytea), now() from made`,
    [from, to],
  );
}

/** The month whose ledger rows `fillJobs` inserts. */
async function fillMonth(client: pg.ClientBase, { heavyAccount }: Portion): Promise<void> {
  await client.query(
    `insert into usage_months (account_id, month, pages_limit) values ($1, '2026-11-01', 1000000) on conflict do nothing`,
    [heavyAccount],
  );
}

/** Realistic ages and statuses: some pending or processing, a tenth failed, the rest done with outputs. */
async function fillJobs(client: pg.ClientBase, portion: Portion): Promise<void> {
  const { from, to, heavyAccount, heavyEvery, pendingEvery } = portion;
  // Events and counts per row would take minutes for a hundred thousand jobs, and nothing here needs them.
  await client.query('alter table jobs disable trigger user');
  await client.query(
    `with owners as (select array_agg(id) ids from accounts where issuer = 'seed'),
     made as (
       insert into jobs (id, account_id, status, options, priority, source_name, source_bytes, source_sha256,
                         pages_reserved, billed_month, page_count, error_message, lease_until,
                         created_at, updated_at, finished_at, expires_at)
       select ${jobId},
              case when n % $4 = 0 then $3::uuid else owners.ids[1 + n % cardinality(owners.ids)] end,
              status, '{}', 0, 'seed.pdf', 1, decode(repeat('00', 32), 'hex'), 1, '2026-01-01',
              case when status = 'done' then 1 end,
              case when status = 'failed' then 'seeded' end,
              case when status = 'processing' then now() end,
              created, created, case when status in ('done', 'failed') then created end,
              case when n % 3 = 0 then created + interval '10 years' end
       from owners, generate_series($1::int, $2::int) n,
            lateral (select case when n % $5 = 1 then 'pending' when n % 1000 = 2 then 'processing'
                                 when n % 10 = 4 then 'failed' else 'done' end status,
                            ${epoch} + n * interval '1 second' as created) times
       returning id, account_id, status, created_at),
     stored as (
       insert into outputs (job_id, format, object_key, bytes, sha256)
       select id, format, id::text || format, 1, decode(repeat('00', 32), 'hex')
       from made, unnest(array['markdown', 'json']) format where status = 'done'),
     documented as (
       insert into documents (job_id, object_key, bytes, sha256)
       select id, id::text || 'document', 1, decode(repeat('00', 32), 'hex') from made where status = 'done'),
     readable as (
       insert into readings (job_id, object_key, bytes, sha256)
       select id, id::text || 'reading', 1, decode(repeat('00', 32), 'hex') from made where status = 'done')
     insert into ledger (account_id, job_id, month, kind, pages, at)
     select account_id, id, '2026-11-01', 'reserve', 1, created_at from made`,
    [from, to, heavyAccount, heavyEvery, pendingEvery],
  );
  await client.query('alter table jobs enable trigger user');
}

async function fillEventsKeysAndTasks(client: pg.ClientBase, { from, to }: Portion): Promise<void> {
  const ours = `created_at > ${epoch} + ($1::int - 1) * interval '1 second'
    and created_at <= ${epoch} + $2::int * interval '1 second'`;
  await client.query(
    `insert into events (account_id, number, job_id, type, data, at)
     select account_id, -$1::int - row_number() over (), id, 'job.created',
       '{"status": "pending", "page_count": null, "error_message": null}', created_at from jobs where ${ours}`,
    [from, to],
  );
  await client.query(
    `insert into idempotency_keys (account_id, key, fingerprint, job_id, created_at)
     select account_id, id::text, decode(repeat('00', 32), 'hex'), id, created_at from jobs where ${ours}`,
    [from, to],
  );
  await client.query(
    `insert into queue.job (id, name, data, priority, retry_limit, heartbeat_seconds, dead_letter)
     select id, 'convert', jsonb_build_object('jobId', id), priority, 8, 10, 'convert-dead'
     from jobs where status = 'pending' and ${ours}`,
    [from, to],
  );
}

/** Ended deliveries for every tenth job and some waiting ones, all of one endpoint. */
async function fillDeliveries(client: pg.ClientBase, { from, to, heavyAccount }: Portion): Promise<void> {
  await client.query(
    `with endpoint as (
       insert into webhook_endpoints (id, account_id, url, events, description, secret_sealed, created_at, updated_at)
       values (gen_random_uuid(), $3, 'https://example.test/', '{job.done}', '', '\\x00', now(), now()) returning id)
     insert into webhook_deliveries (id, endpoint_id, type, data, occurred_at, state, due_at, created_at, ended_at)
     select gen_random_uuid(), id, 'webhook.test', '{}', created, case when waits then 'pending' else 'delivered' end,
            created, created, case when not waits then created end
     from endpoint, generate_series($1::int, $2::int, 10) n,
          lateral (select ${epoch} + n * interval '1 second' as created, n % 1000 = 1 as waits) times`,
    [from, to, heavyAccount],
  );
}

/** Uploads in progress, many more than a service has at a time. */
async function fillUploads(client: pg.ClientBase, { from, to, heavyAccount }: Portion): Promise<void> {
  await client.query(
    `insert into uploads (job_id, account_id, alive_until)
     select gen_random_uuid(), $3, now() + interval '10 years' from generate_series($1::int, $2::int, 10)`,
    [from, to, heavyAccount],
  );
}

/** Direct uploads that wait to be submitted, many more than accounts may have. */
async function fillDirectUploads(client: pg.ClientBase, { from, to, heavyAccount }: Portion): Promise<void> {
  await client.query(
    `insert into direct_uploads (id, account_id, file_name, bytes, part_bytes, storage_id, created_at, expires_at, remove_at)
     select gen_random_uuid(), $3, 'seed.pdf', 1, 1, 'seed', now(), later, later
     from generate_series($1::int, $2::int, 10), lateral (select now() + interval '10 years' as later) times`,
    [from, to, heavyAccount],
  );
}

/** Accounts that were deleted, of which the service still has to know half. */
async function fillClosedAccounts(client: pg.ClientBase, { from, to }: Portion): Promise<void> {
  await client.query(
    `insert into closed_accounts (account_id, identity_sha256, closed_at, emptied_at)
     select gen_random_uuid(), case when n % 20 = 0 then sha256(n::text::bytea) end, now(), now()
     from generate_series($1::int, $2::int, 10) n`,
    [from, to],
  );
}

/** Outputs being written, many more than a service has at a time. */
async function fillOutputWrites(client: pg.ClientBase, { from, to }: Portion): Promise<void> {
  await client.query(
    `insert into output_writes (id, job_id, lease_until)
     select gen_random_uuid(), id, now() + interval '10 years' from jobs
     where status = 'done' and created_at > ${epoch} + ($1::int - 1) * interval '1 second'
       and created_at <= ${epoch} + $2::int * interval '1 second' and extract(second from created_at)::int % 10 = 0`,
    [from, to],
  );
}

/** One erasure for every job, as if as many had been deleted. */
async function fillErasures(client: pg.ClientBase, { from, to, heavyAccount }: Portion): Promise<void> {
  await client.query(
    `insert into erasures (job_id, account_id, reason, status, pages, files, submitted_at, requested_at, erased_at)
     select gen_random_uuid(), $3, 'requested', 'done', 1, '[]', erased, erased, erased
     from generate_series($1::int, $2::int) n, lateral (select ${epoch} + n * interval '1 second' as erased) times`,
    [from, to, heavyAccount],
  );
}

/** A link to every tenth done job. */
async function fillShares(client: pg.ClientBase, { from, to }: Portion): Promise<void> {
  await client.query(
    `insert into shares (id, job_id, token_hash, with_source, created_at, expires_at)
     select gen_random_uuid(), id, sha256(id::text::bytea), true, created_at, created_at + interval '10 years' from jobs
     where status = 'done' and created_at > ${epoch} + ($1::int - 1) * interval '1 second'
       and created_at <= ${epoch} + $2::int * interval '1 second' and extract(second from created_at)::int % 10 = 0`,
    [from, to],
  );
}

/** A report of every tenth done job. */
async function fillReports(client: pg.ClientBase, { from, to }: Portion): Promise<void> {
  await client.query(
    `insert into accessibility_reports (job_id, report)
     select id, '{}' from jobs
     where status = 'done' and created_at > ${epoch} + ($1::int - 1) * interval '1 second'
       and created_at <= ${epoch} + $2::int * interval '1 second' and extract(second from created_at)::int % 10 = 0`,
    [from, to],
  );
}

/** Fills one portion; call repeatedly for more. */
export async function fillPortion(client: pg.ClientBase, portion: Portion): Promise<void> {
  await fillAccounts(client, portion);
  await fillMonth(client, portion);
  await fillJobs(client, portion);
  await fillEventsKeysAndTasks(client, portion);
  await fillDeliveries(client, portion);
  await fillUploads(client, portion);
  await fillDirectUploads(client, portion);
  await fillClosedAccounts(client, portion);
  await fillOutputWrites(client, portion);
  await fillErasures(client, portion);
  await fillShares(client, portion);
  await fillReports(client, portion);
}

/** Sets the counters that triggers would have updated and analyzes the tables, after the last portion. */
export async function countFilled(client: pg.ClientBase, heavyAccount: string): Promise<void> {
  await client.query('delete from job_counts');
  await client.query(
    'insert into job_counts select account_id, status, count(*) from jobs group by account_id, status',
  );
  await client.query(
    `insert into usage_days
     select id, date '2026-01-01' + n, null, 1, 1 from accounts, generate_series(0, 89) n
     where id = $1 or hashtext(id::text) % 50 = 0 on conflict do nothing`,
    [heavyAccount],
  );
  await client.query(
    'update accounts set visible_jobs = (select count(*) from jobs where account_id = $1) where id = $1',
    [heavyAccount],
  );
  await client.query('vacuum analyze');
}
