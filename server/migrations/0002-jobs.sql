-- Jobs and the outputs of those that are done. The rules of a job's life are kept here, where no code path can miss them.

-- Up Migration
create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  api_key_id uuid references api_keys (id),
  status text not null default 'pending' check (status in ('pending', 'processing', 'done', 'failed')),
  options jsonb not null,
  priority integer not null,
  source_name text not null,
  source_bytes bigint not null check (source_bytes > 0),
  source_sha256 bytea not null check (octet_length(source_sha256) = 32),
  pages_reserved integer not null check (pages_reserved >= 1),
  billed_month date not null check (extract(day from billed_month) = 1),
  page_count integer check (page_count >= 1),
  error_message text,
  -- The fencing token: raised by every claim, named by every write of a worker.
  attempt integer not null default 0 check (attempt >= 0),
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  deleting_at timestamptz,
  check ((status = 'done') = (page_count is not null)),
  check ((status = 'failed') = (error_message is not null)),
  check ((status = 'processing') = (lease_until is not null)),
  check ((status in ('done', 'failed')) = (finished_at is not null)),
  check (page_count <= pages_reserved)
);

create index jobs_of_account on jobs (account_id, created_at desc, id desc) where deleting_at is null;
create index jobs_leased on jobs (lease_until) where status = 'processing' and deleting_at is null;
create index jobs_pending on jobs (created_at) where status = 'pending' and deleting_at is null;
create index jobs_deleting on jobs (deleting_at) where deleting_at is not null;

create function guard_job_life() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('pending', 'processing'), ('processing', 'pending'), ('processing', 'done'), ('processing', 'failed')
  ) then
    raise exception 'a job cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger jobs_life before update of status on jobs
  for each row when (old.status is distinct from new.status) execute function guard_job_life();

create table outputs (
  job_id uuid not null references jobs (id) on delete cascade,
  format text not null check (
    format in ('markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images')
  ),
  object_key text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (job_id, format)
);

-- Down Migration
drop table outputs;
drop table jobs;
drop function guard_job_life;
