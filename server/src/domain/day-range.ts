/** A range of calendar days in UTC. Both ends are optional and inclusive. */
import type { DayRange } from './usage.ts';

export const rangeDaysMax = 366;
const dayMs = 86_400_000;

export type DayRangeResult =
  | { readonly ok: true; readonly range: DayRange }
  | { readonly ok: false; readonly end: 'from' | 'to'; readonly msg: string };

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** The range ends today by default, and starts with the month of its end. */
export function resolveDays(requested: { from?: string; to?: string }, now: Date): DayRangeResult {
  const to = requested.to ?? dayOf(now.getTime());
  const from = requested.from ?? `${to.slice(0, 7)}-01`;
  const days = countDays({ from, to });
  if (days < 1) {
    const end = requested.to === undefined ? 'from' : 'to';
    return { ok: false, end, msg: end === 'to' ? 'must not be before from' : 'must not be after today' };
  }
  if (days > rangeDaysMax) {
    return { ok: false, end: 'from', msg: `must be at most ${rangeDaysMax} days back, both ends counted` };
  }
  return { ok: true, range: { from, to } };
}

export function daysOf(range: DayRange): readonly string[] {
  const start = Date.parse(range.from);
  return Array.from({ length: countDays(range) }, (_, at) => dayOf(start + at * dayMs));
}
