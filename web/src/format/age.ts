/** Formats a time relative to now in the largest fitting unit: "3 minutes ago". */
const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 30 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400, until: 365 * 86_400 },
  { unit: 'year', seconds: 365 * 86_400, until: Number.POSITIVE_INFINITY },
] as const;

/** Clocks differ, and `useNow` updates in steps: times less than this ahead are shown as "now". */
const skewSeconds = 60;

export function formatAge(moment: string, nowMs: number, language: string): string {
  const ahead = (Date.parse(moment) - nowMs) / 1000;
  const seconds = ahead > 0 && ahead < skewSeconds ? 0 : ahead;
  const size = Math.abs(seconds);
  const step = steps.find(({ until }) => size < until) ?? steps[0];
  const value = Math.trunc(seconds / step.seconds);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(value, step.unit);
}
