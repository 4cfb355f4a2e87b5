/** Timestamps and days as clients write them: ISO 8601, valid calendar dates, and never without an offset. */

const moment = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const day = /^(?!0000)\d{4}-\d\d-\d\d$/;

/** `Date` reads 30 February as 2 March; a day is valid only if it survives the round trip. */
export function isDay(text: string): boolean {
  if (!day.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

export function parseTimestamp(text: string): Date | null {
  const match = moment.exec(text);
  if (!match || !isDay(match[1] ?? '') || Number(match[2]) > 23) return null;
  const parsed = new Date(text);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
