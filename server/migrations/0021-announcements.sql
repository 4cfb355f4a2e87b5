-- Leaves announcements to processes that make them after their commit. NOTIFY inside a transaction takes a lock of the
-- whole database until the commit is on disk.
--
-- The version before this one does not set octavo.process_announces, so its commits notify as before.

-- Up Migration
create or replace function record_job_event() returns trigger language plpgsql as $$
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

create or replace function create_webhook_deliveries() returns trigger language plpgsql as $$
begin
  -- The share lock makes an endpoint that is being disabled decide before or after this event, never at the same time.
  insert into webhook_deliveries
    (id, endpoint_id, event_number, job_id, type, data, occurred_at, due_at, created_at)
  select gen_random_uuid(), id, new.number, new.job_id, new.type, new.data, new.at, now(), now()
  from webhook_endpoints
  where account_id = new.account_id and enabled and new.type = any (events)
  for share;
  -- Workers wake up on this channel and look for work of either kind.
  if found and current_setting('octavo.process_announces', true) is distinct from 'on' then
    perform pg_notify('octavo_task', '');
  end if;
  return null;
end $$;

-- Down Migration
create or replace function create_webhook_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries
    (id, endpoint_id, event_number, job_id, type, data, occurred_at, due_at, created_at)
  select gen_random_uuid(), id, new.number, new.job_id, new.type, new.data, new.at, now(), now()
  from webhook_endpoints
  where account_id = new.account_id and enabled and new.type = any (events)
  for share;
  if found then perform pg_notify('octavo_task', ''); end if;
  return null;
end $$;

create or replace function record_job_event() returns trigger language plpgsql as $$
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
  event := jsonb_build_object(
    'account_id', new.account_id, 'number', next_number, 'job_id', new.id, 'type', kind, 'at', now(), 'data', facts
  );
  perform pg_notify(
    'octavo_event', (case when octet_length(event::text) > 7500 then event - 'data' else event end)::text
  );
  return null;
end $$;
