-- Webhooks: endpoints of accounts, an outbox of deliveries that no ended job can miss, and a log of every attempt.

-- Up Migration
create table webhook_endpoints (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  url text not null check (char_length(url) between 1 and 2048),
  events text[] not null check (cardinality(events) >= 1 and events <@ array['job.done', 'job.failed']),
  description text not null check (char_length(description) <= 256),
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
  secret_sealed bytea not null,
  -- Signs beside the new one for a while, so that a receiver can change over without missing anything.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- Since when nothing was accepted any more.
  failing_since timestamptz,
  -- Test events and replays are counted by the minute.
  manual_minute timestamptz,
  manual_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (enabled = (disabled_reason is null)),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);

create index webhook_endpoints_of_account on webhook_endpoints (account_id, created_at desc, id desc);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- Both null for a test event. No references: a delivery outlives the job it tells of.
  event_number bigint,
  job_id uuid,
  type text not null check (type in ('job.done', 'job.failed', 'webhook.test')),
  data jsonb not null,
  occurred_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  failure text check (failure in ('attempts_exhausted', 'endpoint_gone', 'endpoint_disabled')),
  -- All attempts ever, which is also the fencing token, and those since the last replay, which the schedule counts.
  attempts integer not null default 0,
  tries integer not null default 0,
  -- When a deliverer may take it: the next attempt, or the end of the lease of the one under way.
  due_at timestamptz not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (endpoint_id, event_number),
  check ((state = 'pending') = (ended_at is null)),
  check ((state = 'failed') = (failure is not null)),
  check (lease_until is null or state = 'pending')
);

-- Endpoint first: a deliverer goes from endpoint to endpoint, so that a long queue of one hides no other.
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where state = 'pending';
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_by_state on webhook_deliveries (endpoint_id, state, created_at desc, id desc);
create index webhook_deliveries_by_age on webhook_deliveries (ended_at) where ended_at is not null;

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  -- All null while it is under way.
  duration_ms integer,
  status_code integer,
  fault text,
  redirects integer not null default 0,
  primary key (delivery_id, number)
);

create function deliver_event() returns trigger language plpgsql as $$
begin
  -- The share lock makes an endpoint that is being switched off decide before or after this event, never beside it.
  insert into webhook_deliveries
    (id, endpoint_id, event_number, job_id, type, data, occurred_at, due_at, created_at)
  select gen_random_uuid(), id, new.number, new.job_id, new.type, new.data, new.at, now(), now()
  from webhook_endpoints
  where account_id = new.account_id and enabled and new.type = any (events)
  for share;
  -- Workers wake up on this channel and look for work of either kind.
  if found then perform pg_notify('octavo_task', ''); end if;
  return null;
end $$;

create trigger events_reach_webhooks after insert on events
  for each row when (new.type in ('job.done', 'job.failed')) execute function deliver_event();

-- Down Migration
drop trigger events_reach_webhooks on events;
drop function deliver_event;
drop table webhook_attempts;
drop table webhook_deliveries;
drop table webhook_endpoints;
