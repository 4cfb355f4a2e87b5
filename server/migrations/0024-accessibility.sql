-- Accessibility reports of jobs with a tagged PDF: what was checked and written, and what is left to do.
--
-- A reference to jobs locks that table against writes for a moment. The wait for this lock is limited, because writes
-- queue up behind it.

-- Up Migration
set local lock_timeout = '10s';

create table accessibility_reports (
  job_id uuid primary key references jobs (id) on delete cascade,
  report jsonb not null
);

set local lock_timeout = 0;

-- Down Migration
drop table accessibility_reports;
