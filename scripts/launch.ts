/**
 * Recommended Node flags and environment for the processes of the service: they also run without them, but use more
 * memory. The images and systemd units use the same values.
 */

/** Each half of the young generation; on a large machine V8 takes 64 MB. */
export const nodeArguments: readonly string[] = ['--max-semi-space-size=16'];

/** Otherwise the C library keeps separate memory arenas for each thread. */
export const nodeEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
