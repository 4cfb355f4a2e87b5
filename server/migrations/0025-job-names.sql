-- Searching jobs by name, and what a list of jobs says about each: why it failed and where its file came from.
--
-- The index of a list gets the columns that a search reads, so that it needs no row of the table. It is built under
-- the lock of a migration, about a second per million jobs; an operator can build it before, with the same name and
-- `concurrently`.

-- Up Migration
set local lock_timeout = '10s';

alter table jobs add column error_code text;
alter table jobs add column source_kind text;
alter table jobs add column source_host text;
alter table jobs add constraint jobs_error_code check (error_code is null or status = 'failed') not valid;
alter table jobs add constraint jobs_source_kind
  check (source_kind in ('form', 'direct_upload', 'source_url', 'earlier_job')) not valid;

-- Longer names do not fit into an index; no file system has them.
update jobs set source_name = left(source_name, 600) where char_length(source_name) > 600;

create index if not exists jobs_of_account_with_names
  on jobs (account_id, created_at desc, id desc) include (status, source_name) where deleting_at is null;
drop index jobs_of_account;

set local lock_timeout = 0;

-- Down Migration
create index jobs_of_account on jobs (account_id, created_at desc, id desc) where deleting_at is null;
drop index jobs_of_account_with_names;
alter table jobs drop constraint jobs_source_kind;
alter table jobs drop constraint jobs_error_code;
alter table jobs drop column source_host;
alter table jobs drop column source_kind;
alter table jobs drop column error_code;
