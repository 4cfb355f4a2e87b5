/**
 * How the processes of the service are best started where memory is shared with engines: without it they work as well and
 * hold more. The images and the units of systemd say the same.
 */

/** Each half of the young generation; on a large machine V8 takes 64 MB. */
export const nodeArguments: readonly string[] = ['--max-semi-space-size=16'];

/** The C library keeps memory apart for every thread otherwise. */
export const nodeEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
