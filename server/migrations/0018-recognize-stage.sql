-- Text recognition (OCR) is a stage of its own in the progress of a job.

-- Up Migration
set local lock_timeout = '10s';

-- Not validated: every row satisfies the constraint that it replaces.
alter table jobs drop constraint jobs_progress_stage_check;
alter table jobs add constraint jobs_progress_stage_check
  check (progress_stage in ('fetch', 'read', 'recognize', 'layout', 'write', 'store')) not valid;

set local lock_timeout = 0;

-- Down Migration
update jobs set progress_stage = 'read' where progress_stage = 'recognize';
alter table jobs drop constraint jobs_progress_stage_check;
alter table jobs add constraint jobs_progress_stage_check
  check (progress_stage in ('fetch', 'read', 'layout', 'write', 'store'));
