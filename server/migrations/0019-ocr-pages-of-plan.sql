-- How many pages of a job may be recognized (OCR), by the plan it was submitted under. Null: no limit of the plan.

-- Up Migration
set local lock_timeout = '10s';

alter table jobs add ocr_pages_max integer check (ocr_pages_max >= 0);

set local lock_timeout = 0;

-- Down Migration
alter table jobs drop ocr_pages_max;
