-- Files that clients send to the storage themselves, in parts, before they submit them as jobs.
--
-- No reference to accounts or jobs: it would lock their rows in an order that crosses that of other transactions.

-- Up Migration
create table direct_uploads (
  id uuid primary key,
  account_id uuid not null,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  part_bytes bigint not null check (part_bytes > 0),
  -- As announced by the client; it is compared with the file when a job is submitted.
  sha256 bytea check (octet_length(sha256) = 32),
  -- The id by which the storage knows the upload; set before the client is told about the row.
  storage_id text,
  -- The job that was made of it.
  job_id uuid,
  created_at timestamptz not null,
  -- Until when it can be used, and how long a used one is known. '-infinity' after it was given up.
  expires_at timestamptz not null,
  -- When the sweeper removes its objects, and the row if it has expired.
  remove_at timestamptz not null
);

create index direct_uploads_of_account on direct_uploads (account_id) where job_id is null;
create unique index direct_uploads_of_job on direct_uploads (job_id) where job_id is not null;
create index direct_uploads_to_remove on direct_uploads (remove_at);

-- Down Migration
drop table direct_uploads;
