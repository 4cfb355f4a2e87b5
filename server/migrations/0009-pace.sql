-- How fast documents are converted lately, for estimates: read from the newest finished jobs.

-- Up Migration
create index jobs_lately_done on jobs (finished_at desc) include (claimed_at, page_count) where status = 'done';

-- Down Migration
drop index jobs_lately_done;
