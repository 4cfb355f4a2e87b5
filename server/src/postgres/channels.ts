/** The channels over which processes hear from each other, sooner than polling would bring it. */

/** Wakes workers that wait for a task; polling remains the floor below it. */
export const taskChannel = 'octavo_task';
/** Carries the id of a job that is being deleted to the worker that has it. */
export const deletionChannel = 'octavo_deletion';
/** Carries what happened to a job; written by the trigger on jobs. */
export const eventChannel = 'octavo_event';
export const progressChannel = 'octavo_progress';
/** Carries the id of a key that was revoked to whoever holds a stream open with it. */
export const revocationChannel = 'octavo_revocation';
