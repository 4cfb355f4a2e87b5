/** Formats a duration: "0.8 sec", "12 sec", "3 min 20 sec", "2 hr 5 min". */
function unit(value: number, name: 'second' | 'minute' | 'hour', digits: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value);
}

export function formatDuration(seconds: number, language: string): string {
  if (seconds < 10) return unit(seconds, 'second', 1, language);
  const whole = Math.round(seconds);
  if (whole < 60) return unit(whole, 'second', 0, language);
  const [large, small, size] =
    whole < 3_600 ? (['minute', 'second', 60] as const) : (['hour', 'minute', 3_600] as const);
  const rest = Math.floor((whole % size) / (size / 60));
  const first = unit(Math.floor(whole / size), large, 0, language);
  return rest === 0 ? first : `${first} ${unit(rest, small, 0, language)}`;
}
