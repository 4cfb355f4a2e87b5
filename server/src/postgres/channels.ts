/** The NOTIFY channels between processes. Each process announces what it has committed (`announcer.ts`). */

/** Wakes workers that wait for work; they also poll. */
export const taskChannel = 'octavo_task';
/** What there is to do, so that nobody looks for the other. The previous version sends neither, and ignores them. */
export const workKinds = { task: 'task', delivery: 'delivery' } as const;
/** The id of a job that is being deleted, for the worker that has claimed it. */
export const deletionChannel = 'octavo_deletion';
/** The number of the newest event of an account. The trigger on jobs announces events of the previous version. */
export const eventChannel = 'octavo_event';
export const progressChannel = 'octavo_progress';
/** The id of a revoked API key, for processes with streams opened by it. */
export const revocationChannel = 'octavo_revocation';
