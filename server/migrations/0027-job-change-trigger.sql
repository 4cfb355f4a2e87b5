-- One trigger for the event and the counts of a change of a job. It locks the account's row with the number of the
-- event, and changes both counts in one statement.
--
-- Replacing triggers locks jobs for a moment. The wait for this lock is limited, because writes queue up behind it.

-- Up Migration
set local lock_timeout = '10s';

create function record_job_change() returns trigger language plpgsql as $$
declare
  kind text;
  facts jsonb;
  next_number bigint;
  event jsonb;
  -- Null while the job is not visible.
  status_before text;
  status_after text;
  counts integer;
begin
  kind := case
    when tg_op = 'INSERT' then 'job.created'
    when new.deleting_at is not null then 'job.deleted'
    else 'job.' || new.status
  end;
  facts := jsonb_build_object(
    'job_id', new.id, 'status', new.status, 'page_count', new.page_count, 'error_message', new.error_message
  );
  update accounts set last_event = last_event + 1 where id = new.account_id returning last_event into next_number;

  if tg_op = 'UPDATE' and old.deleting_at is null then status_before := old.status; end if;
  if new.deleting_at is null then status_after := new.status; end if;
  update job_counts set jobs = jobs + case when status = status_after then 1 else -1 end
    where account_id = new.account_id and status in (status_before, status_after);
  get diagnostics counts = row_count;
  if status_after is not null and counts < num_nonnulls(status_before, status_after) then
    insert into job_counts (account_id, status, jobs) values (new.account_id, status_after, 1) on conflict do nothing;
  end if;

  insert into events (account_id, number, job_id, type, data, at)
    values (new.account_id, next_number, new.id, kind, facts, now());
  if current_setting('octavo.process_announces', true) is distinct from 'on' then
    event := jsonb_build_object(
      'account_id', new.account_id, 'number', next_number, 'job_id', new.id, 'type', kind, 'at', now(), 'data', facts
    );
    -- A notification has room for 8000 bytes. A listener that misses the data reads it from the table.
    perform pg_notify(
      'octavo_event', (case when octet_length(event::text) > 7500 then event - 'data' else event end)::text
    );
  end if;
  return null;
end $$;

drop trigger jobs_counts_on_insert on jobs;
drop trigger jobs_counts_on_update on jobs;
drop trigger jobs_event_on_insert on jobs;
drop trigger jobs_event_on_update on jobs;
create trigger jobs_change_on_insert after insert on jobs
  for each row execute function record_job_change();
create trigger jobs_change_on_update after update of status, deleting_at on jobs
  for each row when (
    old.status is distinct from new.status or (old.deleting_at is null and new.deleting_at is not null)
  ) execute function record_job_change();
drop function record_job_event;

set local lock_timeout = 0;

-- Down Migration
drop trigger jobs_change_on_update on jobs;
drop trigger jobs_change_on_insert on jobs;
drop function record_job_change;

create function record_job_event() returns trigger language plpgsql as $$
declare
  kind text;
  facts jsonb;
  next_number bigint;
  event jsonb;
begin
  kind := case
    when tg_op = 'INSERT' then 'job.created'
    when new.deleting_at is not null then 'job.deleted'
    else 'job.' || new.status
  end;
  facts := jsonb_build_object(
    'job_id', new.id, 'status', new.status, 'page_count', new.page_count, 'error_message', new.error_message
  );
  update accounts set last_event = last_event + 1 where id = new.account_id returning last_event into next_number;
  insert into events (account_id, number, job_id, type, data, at)
    values (new.account_id, next_number, new.id, kind, facts, now());
  if current_setting('octavo.process_announces', true) is distinct from 'on' then
    event := jsonb_build_object(
      'account_id', new.account_id, 'number', next_number, 'job_id', new.id, 'type', kind, 'at', now(), 'data', facts
    );
    -- A notification has room for 8000 bytes. A listener that misses the data reads it from the table.
    perform pg_notify(
      'octavo_event', (case when octet_length(event::text) > 7500 then event - 'data' else event end)::text
    );
  end if;
  return null;
end $$;

create trigger jobs_counts_on_insert after insert on jobs
  for each row execute function update_job_counts();
create trigger jobs_counts_on_update after update of status, deleting_at on jobs
  for each row when (
    old.status is distinct from new.status or (old.deleting_at is null) <> (new.deleting_at is null)
  ) execute function update_job_counts();
create trigger jobs_event_on_insert after insert on jobs
  for each row execute function record_job_event();
create trigger jobs_event_on_update after update of status, deleting_at on jobs
  for each row when (
    old.status is distinct from new.status or (old.deleting_at is null and new.deleting_at is not null)
  ) execute function record_job_event();
