-- Usage by day, job counts by status, and how long jobs are kept.
--
-- Requests of the version before are answered while this runs. They lock jobs before ledger, so this does too, and it
-- locks accounts not at all: the tables made here have no reference to it, because making one would lock it in an
-- order that crosses theirs.

-- Up Migration
alter table jobs add column expires_at timestamptz;

-- Only finished jobs expire; the check on `finished_at` says the same of their status.
create index jobs_expiring on jobs (expires_at)
  where expires_at is not null and finished_at is not null and deleting_at is null;

create table account_settings (
  account_id uuid primary key,
  -- For jobs accepted from now on; null keeps them until they are deleted.
  retention_days integer check (retention_days between 1 and 3650)
);

-- How many visible jobs an account has in each status: counting them does not stay flat as they grow.
create table job_counts (
  account_id uuid not null,
  status text not null,
  jobs bigint not null check (jobs >= 0),
  primary key (account_id, status)
);

create function count_job() returns trigger language plpgsql as $$
begin
  -- Two changes of one account may want the same two rows in opposite order; the account's own row goes first.
  perform from accounts where id = coalesce(new.account_id, old.account_id) for no key update;
  if tg_op <> 'INSERT' and old.deleting_at is null then
    update job_counts set jobs = jobs - 1 where account_id = old.account_id and status = old.status;
  end if;
  if tg_op <> 'DELETE' and new.deleting_at is null then
    insert into job_counts as kept (account_id, status, jobs) values (new.account_id, new.status, 1)
      on conflict (account_id, status) do update set jobs = kept.jobs + 1;
  end if;
  return null;
end $$;

create trigger jobs_count_birth after insert on jobs
  for each row execute function count_job();
create trigger jobs_count_change after update of status, deleting_at on jobs
  for each row when (
    old.status is distinct from new.status or (old.deleting_at is null) <> (new.deleting_at is null)
  ) execute function count_job();
create trigger jobs_count_end after delete on jobs
  for each row when (old.deleting_at is null) execute function count_job();

insert into job_counts (account_id, status, jobs)
  select account_id, status, count(*) from jobs where deleting_at is null group by account_id, status;

create table usage_days (
  account_id uuid not null,
  day date not null,
  -- Null for pages charged to jobs of a session.
  api_key_id uuid,
  pages bigint not null check (pages >= 1),
  jobs bigint not null check (jobs >= 1),
  unique nulls not distinct (account_id, day, api_key_id)
);

-- A job that was accepted in one month and done in the next is billed to the first: its day stays within that month,
-- so that the days of a month always add up to the month's counter, whatever the clocks of the nodes say.
create function usage_day(moment timestamptz, billed_month date) returns date immutable language sql as $$
  select greatest(billed_month, least((moment at time zone 'UTC')::date, (billed_month + interval '1 month - 1 day')::date))
$$;

create function count_charge() returns trigger language plpgsql as $$
begin
  insert into usage_days as kept (account_id, day, api_key_id, pages, jobs)
    values (new.account_id, usage_day(new.at, new.month), new.api_key_id, new.pages, 1)
    on conflict (account_id, day, api_key_id) do update
      set pages = kept.pages + excluded.pages, jobs = kept.jobs + 1;
  return null;
end $$;

-- The lock that this takes on the ledger lasts until the rows below are counted: none is missed, none counted twice.
create trigger ledger_counts_charges after insert on ledger
  for each row when (new.kind = 'charge') execute function count_charge();

insert into usage_days (account_id, day, api_key_id, pages, jobs)
  select account_id, usage_day(at, month), api_key_id, sum(pages), count(*)
  from ledger where kind = 'charge' group by 1, 2, 3;

-- Down Migration
drop trigger ledger_counts_charges on ledger;
drop function count_charge;
drop function usage_day;
drop table usage_days;
drop trigger jobs_count_end on jobs;
drop trigger jobs_count_change on jobs;
drop trigger jobs_count_birth on jobs;
drop function count_job;
drop table job_counts;
drop table account_settings;
drop index jobs_expiring;
alter table jobs drop column expires_at;
