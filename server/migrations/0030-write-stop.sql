-- Stops the writes of an account while it is moved to another cell: nothing new is submitted, deleted or expired, also not
-- by requests that began before, nor by processes of the version before this one. Running jobs finish.

-- Up Migration
set local lock_timeout = '10s';

alter table accounts add column writes_stopped_at timestamptz;

-- Read by the periodic steps that remove things.
create index accounts_with_stopped_writes on accounts (id) where writes_stopped_at is not null;

-- OC006: the client knows this code, as those of admit_job.
create function refuse_stopped_write() returns trigger language plpgsql as $$
declare
  stopped_at timestamptz;
begin
  -- The lock orders this write and a stop: the one that commits first counts. Jobs are locked before accounts everywhere.
  select writes_stopped_at into stopped_at from accounts where id = new.account_id for no key update;
  if stopped_at is not null then
    raise exception 'the writes of the account are stopped' using errcode = 'OC006';
  end if;
  return new;
end $$;

create trigger refuse_stopped_submit before insert on jobs
  for each row execute function refuse_stopped_write();

create trigger refuse_stopped_change before update of deleting_at, expires_at on jobs
  for each row when (old.deleting_at is distinct from new.deleting_at or old.expires_at is distinct from new.expires_at)
  execute function refuse_stopped_write();

-- Down Migration
drop trigger refuse_stopped_change on jobs;
drop trigger refuse_stopped_submit on jobs;
drop function refuse_stopped_write();
drop index accounts_with_stopped_writes;
alter table accounts drop column writes_stopped_at;
