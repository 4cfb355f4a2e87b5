/** The current time, as a port. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
