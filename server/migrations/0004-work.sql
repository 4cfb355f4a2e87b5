-- What workers and the sweeper need: how a job was lost before, its sealed password, and uploads that are not jobs yet.

-- Up Migration
alter table jobs
  add column document_pages integer not null default 1 check (document_pages >= 1),
  add column password_sealed bytea,
  -- Deaths of the engine are most likely the document's doing and are counted strictly, losses of a worker loosely.
  add column engine_deaths integer not null default 0,
  add column worker_losses integer not null default 0,
  add constraint jobs_forget_passwords check (password_sealed is null or status in ('pending', 'processing'));

-- A file is stored before its job is committed. A row here says so while it happens; one that is no longer kept alive
-- belongs to a submit that died, and the sweeper removes its files.
create table uploads (
  job_id uuid primary key,
  account_id uuid not null references accounts (id),
  alive_until timestamptz not null
);

create index uploads_dying on uploads (alive_until);
create index accounts_by_email on accounts (lower(email));

-- Down Migration
drop index accounts_by_email;
drop table uploads;
alter table jobs
  drop constraint jobs_forget_passwords,
  drop column document_pages,
  drop column password_sealed,
  drop column engine_deaths,
  drop column worker_losses;
