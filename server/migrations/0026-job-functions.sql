-- Admission, claim and end of a job as functions: one statement of the client each, and one commit.
--
-- Processes of the version before this one send the statements themselves. Both take locks in the same order: jobs,
-- accounts, usage_months, and then the counters of triggers. The table of tasks is pg-boss's; it is created after the
-- migrations, which a function's body allows.

-- Up Migration

-- What processes read of a job that they admit or claim. Not the row type of jobs: sessions that have planned a function
-- with it fail after a migration that adds a column. One that changes the type of a column must replace the functions.
create type job_facts as (
  id uuid, account_id uuid, status text, options jsonb, source_name text, source_bytes bigint, source_sha256 bytea,
  page_count integer, error_message text, error_code text, api_key_id uuid, source_kind text, source_host text,
  created_at timestamptz, updated_at timestamptz, pages_reserved integer, document_pages integer, ocr_pages_max integer,
  attempt integer, started_at timestamptz, claimed_at timestamptz, finished_at timestamptz, progress_stage text,
  progress_done integer, progress_total integer, expires_at timestamptz, claim_id uuid, lease_until timestamptz,
  password_sealed bytea, trace_parent text
);

-- Why a job is not admitted. The client knows these codes; each rolls the whole statement back.
--   OC001 the idempotency key is in use         OC002 no free slot          OC003 not enough pages in the month
--   OC004 the sweeper gave the upload up        OC005 the direct upload was used before, or given up
create function admit_job(
  submitted jsonb, active_jobs_max integer, month_pages_max integer,
  idempotency_key text, fingerprint bytea, key_reusable_before timestamptz,
  direct_upload_id uuid, direct_upload_known_ms bigint, direct_upload_removal_ms bigint
) returns setof job_facts language plpgsql as $$
declare
  new_job record;
  is_given_up boolean;
begin
  -- Its process announces what was committed, so the triggers do not.
  perform set_config('octavo.process_announces', 'on', true);
  select * into new_job from jsonb_to_record(submitted) as (
    id uuid, account_id uuid, api_key_id uuid, options jsonb, priority integer, source_name text, source_kind text,
    source_host text, source_bytes bigint, source_sha256 bytea, pages_reserved integer, document_pages integer,
    ocr_pages_max integer, password_sealed bytea, billed_month date, created_at timestamptz, expires_at timestamptz,
    trace_parent text);
  if idempotency_key is not null then
    -- Waits for a concurrent request with the same key to commit or roll back.
    insert into idempotency_keys as kept (account_id, key, fingerprint, job_id, created_at)
      values (new_job.account_id, idempotency_key, admit_job.fingerprint, new_job.id, new_job.created_at)
      on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, job_id = excluded.job_id, created_at = excluded.created_at
        where kept.created_at <= key_reusable_before;
    if not found then raise exception 'the idempotency key is in use' using errcode = 'OC001'; end if;
  end if;

  -- Conditional updates: reading before writing would let concurrent submits exceed a limit.
  update accounts set active_jobs = active_jobs + 1, visible_jobs = visible_jobs + 1
    where id = new_job.account_id and active_jobs < active_jobs_max;
  if not found then raise exception 'no free slot' using errcode = 'OC002'; end if;
  insert into usage_months as kept (account_id, month, pages_limit, pages_reserved)
    select new_job.account_id, new_job.billed_month, month_pages_max, new_job.pages_reserved
    where new_job.pages_reserved <= month_pages_max
    on conflict (account_id, month) do update
      set pages_reserved = kept.pages_reserved + excluded.pages_reserved, pages_limit = excluded.pages_limit
      where kept.pages_reserved + kept.pages_charged + excluded.pages_reserved <= excluded.pages_limit;
  if not found then raise exception 'not enough pages' using errcode = 'OC003'; end if;

  return query insert into jobs (
    id, account_id, api_key_id, options, priority, source_name, source_kind, source_host, source_bytes, source_sha256,
    pages_reserved, document_pages, ocr_pages_max, password_sealed, billed_month, created_at, updated_at, expires_at,
    trace_parent
  ) values (
    new_job.id, new_job.account_id, new_job.api_key_id, new_job.options, new_job.priority, new_job.source_name,
    new_job.source_kind, new_job.source_host, new_job.source_bytes, new_job.source_sha256, new_job.pages_reserved,
    new_job.document_pages, new_job.ocr_pages_max, new_job.password_sealed, new_job.billed_month, new_job.created_at,
    new_job.created_at,
    -- Counted from the database's time, because a job that expires is deleted. In hours, because the length of a day
    -- depends on the session's time zone.
    coalesce(new_job.expires_at, statement_timestamp() + (
      select make_interval(hours => 24 * retention_days) from account_settings where account_id = new_job.account_id)),
    new_job.trace_parent
  ) returning
    jobs.id, jobs.account_id, jobs.status, jobs.options, jobs.source_name, jobs.source_bytes, jobs.source_sha256,
    jobs.page_count, jobs.error_message, jobs.error_code, jobs.api_key_id, jobs.source_kind, jobs.source_host,
    jobs.created_at, jobs.updated_at, jobs.pages_reserved, jobs.document_pages, jobs.ocr_pages_max, jobs.attempt,
    jobs.started_at, jobs.claimed_at, jobs.finished_at, jobs.progress_stage, jobs.progress_done, jobs.progress_total,
    jobs.expires_at, jobs.claim_id, jobs.lease_until, jobs.password_sealed, jobs.trace_parent;
  insert into ledger (account_id, job_id, api_key_id, month, kind, pages, at)
    values (new_job.account_id, new_job.id, new_job.api_key_id, new_job.billed_month, 'reserve',
      new_job.pages_reserved, new_job.created_at);

  -- The row of the upload decides between this transaction and a sweeper that gave the upload up. Also when the row is
  -- missing: the sweeper removes the file before the row.
  delete from uploads where job_id = new_job.id returning alive_until = '-infinity' into is_given_up;
  if is_given_up is distinct from false then
    raise exception 'the upload was given up before its job was committed' using errcode = 'OC004';
  end if;
  if direct_upload_id is not null then
    update direct_uploads
      set job_id = new_job.id,
        expires_at = statement_timestamp() + make_interval(secs => direct_upload_known_ms::float8 / 1000),
        remove_at = statement_timestamp() + make_interval(secs => direct_upload_removal_ms::float8 / 1000)
      where id = direct_upload_id and account_id = new_job.account_id and job_id is null and expires_at > '-infinity';
    if not found then raise exception 'the direct upload was used before' using errcode = 'OC005'; end if;
  end if;
end $$;

-- Starts an attempt on each of these jobs that is pending.
create function claim_jobs(job_ids uuid[], lease_ms integer) returns setof job_facts
language plpgsql as $$
begin
  perform set_config('octavo.process_announces', 'on', true);
  return query update jobs set
      status = 'processing', attempt = attempt + 1, claim_id = gen_random_uuid(),
      lease_until = statement_timestamp() + make_interval(secs => lease_ms::float8 / 1000),
      started_at = coalesce(started_at, now()), claimed_at = now(), updated_at = now(),
      progress_stage = 'fetch', progress_done = 0, progress_total = pages_reserved
    where id = any (job_ids) and status = 'pending' and deleting_at is null
    returning
      id, account_id, status, options, source_name, source_bytes, source_sha256, page_count, error_message,
      error_code, api_key_id, source_kind, source_host, created_at, updated_at, pages_reserved, document_pages,
      ocr_pages_max, attempt, started_at, claimed_at, finished_at, progress_stage, progress_done, progress_total,
      expires_at, claim_id, lease_until, password_sealed, trace_parent;
end $$;

-- Claims the jobs of fetched tasks together. A job that is locked is left out, and so are those of an account that
-- stays locked: the worker claims them one by one, so that they hold up no other.
--
-- Locks all jobs without waiting, and accounts in one order, so that it cannot deadlock.
create function claim_fetched_jobs(job_ids uuid[], lease_ms integer) returns setof job_facts
language plpgsql set lock_timeout = '100ms' as $$
declare
  free_ids uuid[];
begin
  begin
    free_ids := array(
      select jobs.id from jobs join accounts on accounts.id = jobs.account_id
      where jobs.id = any (job_ids) and jobs.status = 'pending' and jobs.deleting_at is null
      order by accounts.id
      for no key update of jobs skip locked for no key update of accounts);
    return query select * from claim_jobs(free_ids, lease_ms);
    return;
  exception when lock_not_available then null;
  end;
  free_ids := array(
    select jobs.id from jobs join accounts on accounts.id = jobs.account_id
    where jobs.id = any (job_ids) and jobs.status = 'pending' and jobs.deleting_at is null
    for no key update of jobs, accounts skip locked);
  return query select * from claim_jobs(free_ids, lease_ms);
end $$;

-- The rows of what a job made: its outputs, and what is stored with them.
create function insert_results(owner_id uuid, results jsonb) returns void language plpgsql as $$
begin
  insert into outputs (job_id, format, object_key, bytes, sha256, toolchain)
    select owner_id, format, object_key, bytes, decode(sha256, 'hex'), decode(toolchain, 'hex')
    from jsonb_to_recordset(results -> 'outputs')
      as output (format text, object_key text, bytes bigint, sha256 text, toolchain text);
  if results ? 'document' then
    insert into documents (job_id, object_key, bytes, sha256)
      select owner_id, key, bytes, decode(sha256, 'hex')
      from jsonb_to_record(results -> 'document') as document (key text, bytes bigint, sha256 text);
  end if;
  if results ? 'reading' then
    insert into readings (job_id, object_key, bytes, sha256)
      select owner_id, key, bytes, decode(sha256, 'hex')
      from jsonb_to_record(results -> 'reading') as reading (key text, bytes bigint, sha256 text);
  end if;
  if results ? 'accessibility' then
    insert into accessibility_reports (job_id, report) values (owner_id, results -> 'accessibility');
  end if;
end $$;

-- Frees the slot of a job that is over, charges its pages and releases the rest, and removes its task.
create function settle_job(ended_id uuid, charged integer, ended_at timestamptz) returns void language plpgsql as $$
declare
  ended record;
begin
  select account_id, api_key_id, billed_month, jobs.pages_reserved as reserved into ended from jobs where id = ended_id;
  update accounts set active_jobs = active_jobs - 1 where id = ended.account_id;
  update usage_months set pages_reserved = pages_reserved - ended.reserved, pages_charged = pages_charged + charged
    where account_id = ended.account_id and month = ended.billed_month;
  insert into ledger (account_id, job_id, api_key_id, month, kind, pages, at)
    select ended.account_id, ended_id, ended.api_key_id, ended.billed_month, entry.kind, entry.pages, ended_at
    from (values ('charge', charged), ('release', ended.reserved - charged)) as entry (kind, pages)
    where entry.pages > 0;
  -- Only an active one: another transaction may hold the lock of one that is waiting, and a worker that fetches it
  -- finds no job to claim and removes it.
  delete from queue.job task where task.name = 'convert' and task.id = ended_id and task.state = 'active';
end $$;

-- Marks a job done, makes its results visible and charges it. Returns its account, or null if the claim was lost.
create function finish_job(
  finished_id uuid, held_attempt integer, held_claim uuid, charged integer, results jsonb, ended_at timestamptz
) returns uuid language plpgsql as $$
declare
  owner_id uuid;
begin
  perform set_config('octavo.process_announces', 'on', true);
  update jobs set
      status = 'done', page_count = charged, warnings = results -> 'warnings', dropped = results -> 'dropped',
      lease_until = null, finished_at = ended_at, updated_at = ended_at, password_sealed = null
    where id = finished_id and attempt = held_attempt and claim_id = held_claim
      and status = 'processing' and deleting_at is null
    returning account_id into owner_id;
  if not found then return null; end if;
  perform insert_results(finished_id, results);
  perform settle_job(finished_id, charged, ended_at);
  return owner_id;
end $$;

-- Down Migration
drop function finish_job;
drop function settle_job;
drop function insert_results;
drop function claim_fetched_jobs;
drop function claim_jobs;
drop function admit_job;
drop type job_facts;
