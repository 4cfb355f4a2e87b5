/** How long jobs are kept: until they are deleted, unless their account or they themselves say otherwise. */
import { type Fault, invalidRequest } from './errors.ts';
import { parseTimestamp } from './timestamp.ts';

export const retentionDaysMax = 3_650;

export type AccountSettings = {
  /** For jobs accepted from now on; `null` keeps them. */
  readonly retentionDays: number | null;
};

/** Throws, pointing at the place, for anything but a moment that is still to come. */
export function readExpiry(text: string, now: Date, loc: Fault['loc']): Date {
  const moment = parseTimestamp(text);
  if (!moment) {
    throw invalidRequest({
      loc,
      msg: 'must be a date and time with its offset, such as 2026-11-30T12:00:00Z',
    });
  }
  if (moment <= now) throw invalidRequest({ loc, msg: 'must be in the future' });
  return moment;
}
