-- Renames triggers and their functions after what they do. Nothing calls them by name: a trigger holds its function by
-- id, so the version before this one keeps working.
--
-- Tables are locked in the order in which requests lock them: jobs, events, ledger. Triggers of one table fire in the
-- order of their names, so the new names keep that order: counts before events.

-- Up Migration
alter trigger jobs_life on jobs rename to jobs_check_transition;
alter trigger jobs_count_birth on jobs rename to jobs_counts_on_insert;
alter trigger jobs_count_change on jobs rename to jobs_counts_on_update;
alter trigger jobs_count_end on jobs rename to jobs_counts_on_delete;
alter trigger jobs_tell_of_birth on jobs rename to jobs_event_on_insert;
alter trigger jobs_tell_of_change on jobs rename to jobs_event_on_update;
alter trigger events_reach_webhooks on events rename to events_create_deliveries;
alter trigger ledger_counts_charges on ledger rename to ledger_update_usage_days;

alter function guard_job_life rename to check_job_transition;
alter function count_job rename to update_job_counts;
alter function tell_of_job rename to record_job_event;
alter function deliver_event rename to create_webhook_deliveries;
alter function count_charge rename to update_usage_days;
alter function refuse_change rename to reject_ledger_change;

-- Down Migration
alter function reject_ledger_change rename to refuse_change;
alter function update_usage_days rename to count_charge;
alter function create_webhook_deliveries rename to deliver_event;
alter function record_job_event rename to tell_of_job;
alter function update_job_counts rename to count_job;
alter function check_job_transition rename to guard_job_life;

alter trigger jobs_event_on_update on jobs rename to jobs_tell_of_change;
alter trigger jobs_event_on_insert on jobs rename to jobs_tell_of_birth;
alter trigger jobs_counts_on_delete on jobs rename to jobs_count_end;
alter trigger jobs_counts_on_update on jobs rename to jobs_count_change;
alter trigger jobs_counts_on_insert on jobs rename to jobs_count_birth;
alter trigger jobs_check_transition on jobs rename to jobs_life;
alter trigger events_create_deliveries on events rename to events_reach_webhooks;
alter trigger ledger_update_usage_days on ledger rename to ledger_counts_charges;
