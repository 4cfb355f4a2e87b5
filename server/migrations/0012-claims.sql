-- A random id for every claim of a job. The attempt number alone does not tell two claims apart: a database that falls
-- back to an earlier state (asynchronous fail-over, restore) hands out the same number again.

-- Up Migration
alter table jobs add column claim_id uuid;

-- Down Migration
alter table jobs drop column claim_id;
