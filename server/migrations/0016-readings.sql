-- The reading index of a done job, from which the reading routes answer. Jobs that were done before have none.
--
-- A reference to jobs locks that table against writes for a moment. The wait for this lock is limited, because writes
-- queue up behind it.

-- Up Migration
set local lock_timeout = '10s';

create table readings (
  job_id uuid primary key references jobs (id) on delete cascade,
  object_key text not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32)
);

set local lock_timeout = 0;

-- Down Migration
drop table readings;
