-- Page metering: an append-only ledger, and month counters that its rows add up to.

-- Up Migration
create table ledger (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  -- No reference: the movement outlives the job it was made for.
  job_id uuid not null,
  api_key_id uuid,
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('reserve', 'charge', 'release')),
  pages integer not null check (pages >= 1),
  at timestamptz not null,
  unique (job_id, kind)
);

create index ledger_of_account on ledger (account_id, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $$;

create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();

create table usage_months (
  account_id uuid not null references accounts (id),
  month date not null check (extract(day from month) = 1),
  -- The allowance under which the latest reservation was made.
  pages_limit integer not null,
  pages_reserved integer not null default 0 check (pages_reserved >= 0),
  pages_charged integer not null default 0 check (pages_charged >= 0),
  primary key (account_id, month),
  check (pages_reserved + pages_charged <= pages_limit)
);

-- Down Migration
drop table usage_months;
drop table ledger;
drop function refuse_change;
