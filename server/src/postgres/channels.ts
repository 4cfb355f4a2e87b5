/** The NOTIFY channels between processes. */

/** Wakes workers that wait for a task; they also poll. */
export const taskChannel = 'octavo_task';
/** The id of a job that is being deleted, for the worker that has claimed it. */
export const deletionChannel = 'octavo_deletion';
/** Events of jobs, sent by the trigger on jobs. */
export const eventChannel = 'octavo_event';
export const progressChannel = 'octavo_progress';
/** The id of a revoked API key, for processes with streams opened by it. */
export const revocationChannel = 'octavo_revocation';
