/** Retention of jobs: they are kept until deleted, unless the account or the job sets an expiry. */
import { type Fault, invalidRequest } from './errors.ts';
import { parseTimestamp } from './timestamp.ts';

export const retentionDaysMax = 3_650;

export type AccountSettings = {
  /** For jobs accepted from now on; `null` keeps them. */
  readonly retentionDays: number | null;
};

/** Throws, with the place, for anything but a future timestamp. */
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
