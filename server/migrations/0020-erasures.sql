-- What was removed with a deleted job: the facts of an erasure certificate. No name and no content of a document.
--
-- No reference to accounts, because it would lock their rows in an order that crosses that of other transactions.

-- Up Migration
create table erasures (
  job_id uuid primary key,
  account_id uuid not null,
  reason text not null check (reason in ('requested', 'expired')),
  -- The status that the job had.
  status text not null check (status in ('pending', 'processing', 'done', 'failed')),
  -- Converted ones.
  pages integer not null check (pages >= 0),
  -- Name, size and SHA-256 of each file.
  files jsonb not null,
  submitted_at timestamptz not null,
  requested_at timestamptz not null,
  erased_at timestamptz not null
);

create index erasures_by_age on erasures (erased_at);

-- Down Migration
drop table erasures;
