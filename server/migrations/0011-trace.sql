-- The trace a job belongs to: what a worker does for it joins the trace of the request that submitted it.

-- Up Migration
alter table jobs add column trace_parent text;
-- Not validated: rows from before have none, and looking at each of them would hold up requests meanwhile.
alter table jobs add constraint jobs_trace_parent
  check (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$') not valid;

-- Down Migration
alter table jobs drop column trace_parent;
