/** Numbers and comparisons in words, the same on the terminal and on the page. */
import type { Comparison } from '../bench.ts';

/** Three significant digits, and no exponent. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1_000) return Math.round(value).toLocaleString('en');
  if (size >= 100 || Number.isInteger(value)) return String(Math.round(value));
  return size >= 10 ? value.toFixed(1) : size >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

const kinds = { ratio: 'ratio', difference: 'difference', factor: 'factor' } as const;

export const kindOf = ({ aim }: Pick<Comparison, 'aim'>) => kinds[aim?.kind ?? 'ratio'];
