-- The statements of a claim are planned once for each connection. Which plan is best does not depend on the ids, but the
-- planner expects fewer rows of a short list than of one that it does not know, and so made new plans for every claim.

-- Up Migration
alter function claim_fetched_jobs set plan_cache_mode = force_generic_plan;

-- Down Migration
alter function claim_fetched_jobs reset plan_cache_mode;
