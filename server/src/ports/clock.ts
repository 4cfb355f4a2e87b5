/** Clock: the present, as an argument. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
