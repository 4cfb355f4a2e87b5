-- The stored document of a done job, from which other text formats are written later, and the leases of requests that
-- are writing some. Jobs that were done before have no document.
--
-- A reference to jobs locks that table against writes for a moment. The wait for this lock is limited, because writes
-- queue up behind it.

-- Up Migration
set local lock_timeout = '10s';

create table documents (
  job_id uuid primary key references jobs (id) on delete cascade,
  object_key text not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32)
);

-- The id names the prefix under which the objects are stored. A row whose lease has ended belongs to a process that
-- died, and the sweeper removes its objects.
create table output_writes (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  lease_until timestamptz not null
);

create index output_writes_of_job on output_writes (job_id);
create index output_writes_ending on output_writes (lease_until);

set local lock_timeout = 0;

-- Down Migration
drop table output_writes;
drop table documents;
