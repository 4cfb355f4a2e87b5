-- What happens to jobs, in order, for whoever waits for it: long polls, streams, webhooks. Written by a trigger, so that
-- no code path can change a job in silence.

-- Up Migration
alter table accounts add column last_event bigint not null default 0;

create table events (
  account_id uuid not null references accounts (id),
  -- Counted under the lock of the account's row: without gaps, and in the order in which they were committed.
  number bigint not null,
  -- No reference: an event outlives the job it tells of.
  job_id uuid not null,
  type text not null check (
    type in ('job.created', 'job.pending', 'job.processing', 'job.done', 'job.failed', 'job.deleted')
  ),
  data jsonb not null,
  at timestamptz not null,
  primary key (account_id, number)
);

create index events_of_job on events (job_id, number);
create index events_by_age on events (at);

create function tell_of_job() returns trigger language plpgsql as $$
declare
  kind text;
  told jsonb;
  counted bigint;
  news jsonb;
begin
  kind := case
    when tg_op = 'INSERT' then 'job.created'
    when new.deleting_at is not null then 'job.deleted'
    else 'job.' || new.status
  end;
  told := jsonb_build_object(
    'job_id', new.id, 'status', new.status, 'page_count', new.page_count, 'error_message', new.error_message
  );
  update accounts set last_event = last_event + 1 where id = new.account_id returning last_event into counted;
  insert into events (account_id, number, job_id, type, data, at)
    values (new.account_id, counted, new.id, kind, told, now());
  news := jsonb_build_object(
    'account_id', new.account_id, 'number', counted, 'job_id', new.id, 'type', kind, 'at', now(), 'data', told
  );
  -- A notification has room for 8000 bytes. A listener that misses the data reads it from the table.
  perform pg_notify('octavo_event', (case when octet_length(news::text) > 7500 then news - 'data' else news end)::text);
  return null;
end $$;

create trigger jobs_tell_of_birth after insert on jobs
  for each row execute function tell_of_job();
create trigger jobs_tell_of_change after update of status, deleting_at on jobs
  for each row when (
    old.status is distinct from new.status or (old.deleting_at is null and new.deleting_at is not null)
  ) execute function tell_of_job();

-- How far an attempt is, and what the engine noticed on the way.
alter table jobs
  add column progress_stage text check (progress_stage in ('fetch', 'read', 'layout', 'write', 'store')),
  add column progress_done integer not null default 0 check (progress_done >= 0),
  add column progress_total integer not null default 0 check (progress_total >= 0),
  add column claimed_at timestamptz,
  add column warnings jsonb not null default '[]';

-- The order in which pending jobs are taken: how many stand before one is read from here.
create index jobs_waiting on jobs (priority desc, created_at, id) include (pages_reserved)
  where status = 'pending' and deleting_at is null;
create index jobs_of_account_by_status on jobs (account_id, status, created_at desc, id desc) where deleting_at is null;

-- Down Migration
drop index jobs_of_account_by_status;
drop index jobs_waiting;
alter table jobs
  drop column progress_stage,
  drop column progress_done,
  drop column progress_total,
  drop column claimed_at,
  drop column warnings;
drop trigger jobs_tell_of_change on jobs;
drop trigger jobs_tell_of_birth on jobs;
drop function tell_of_job;
drop table events;
alter table accounts drop column last_event;
