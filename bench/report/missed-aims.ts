/** Missed aims with their reasons: measured by the run, and found by profiling. */
import type { Comparison, Figure, Result } from '../bench.ts';
import { limits } from '../limits.ts';
import { inWords, reaches, standing } from '../measure/spread.ts';
import { number } from './words.ts';

type Miss = { readonly what: string; readonly figure: string; readonly limit: string | undefined };

function missOf(comparison: Comparison): Miss | null {
  const { aim, what, limit } = comparison;
  if (aim === undefined) return null;
  const { median } = standing(comparison);
  return reaches(aim, median) ? null : { what, figure: `${number(median)}, aim ${inWords(aim)}`, limit };
}

function missOfFigure({ what, unit, values, atMost, limit }: Figure): Miss | null {
  const worst = Math.max(...values);
  if (atMost === undefined || worst <= atMost) return null;
  return { what, figure: `${number(worst)} ${unit}, aim at most ${atMost}`, limit };
}

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

function line({ what, figure, limit }: Miss, found: Readonly<Record<string, string>>): string {
  const known = [limit ? sentence(limit) : '', found[what] ?? ''].filter((text) => text !== '');
  return `- **${what}**: ${figure}. ${known.length === 0 ? 'Not looked into yet.' : known.join(' ')}`;
}

/** Empty if every aim was reached. */
export function missedAims(results: readonly Result[], found = limits): string {
  const missed = results.flatMap(({ comparisons = [], figures = [] }) =>
    [...comparisons.map(missOf), ...figures.map(missOfFigure)].filter((miss) => miss !== null),
  );
  if (missed.length === 0) return '';
  return ['## Where an aim is missed', missed.map((miss) => line(miss, found)).join('\n')].join('\n\n');
}
