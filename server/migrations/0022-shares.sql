-- Links to the result of a job for people without an account. Revoking a link removes its row.
--
-- A reference to jobs locks that table against writes for a moment. The wait for this lock is limited, because writes
-- queue up behind it.

-- Up Migration
set local lock_timeout = '10s';

create table shares (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  name text check (char_length(name) between 1 and 64),
  -- SHA-256 of the token, which is not stored.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- JSON pointer of the only block that is shared; null for the whole result.
  ref text,
  -- Of the conversion that the pointer belongs to.
  reading_sha256 bytea check (octet_length(reading_sha256) = 32),
  with_source boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((ref is null) = (reading_sha256 is null)),
  check (ref is null or not with_source),
  check (expires_at > created_at)
);

create index shares_of_job on shares (job_id, created_at desc);

set local lock_timeout = 0;

-- Down Migration
drop table shares;
