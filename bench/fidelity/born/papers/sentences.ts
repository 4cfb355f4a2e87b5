/** Sentences of papers and reports, from one small grammar. */
import type { Random } from '../random.ts';

const subjects = [
  'The regional authority',
  'An independent laboratory',
  'The steering committee',
  'A second measurement campaign',
  'The harbour administration',
  'Each participating institute',
  'The revised protocol',
  'A small group of engineers',
  'The municipal archive',
  'An early description of the apparatus',
];
const verbs = [
  'published',
  'reconsidered',
  'documented',
  'underestimated',
  'characterised',
  'standardised',
  'approximated',
  'redistributed',
  'investigated',
  'acknowledged',
];
export const objects = [
  'the configuration of the sensor network',
  'a comprehensive inventory of infrastructure',
  'the efficiency of different filtration methods',
  'several incompatible classification schemes',
  'the affiliation of the first officers',
  'unexpected temperature differences',
  'the economic significance of inland navigation',
  'a simplified reflection model',
  'the financial reports of previous years',
  'the identification of significant influences',
];
export const circumstances = [
  'during the first quarter',
  'without further justification',
  'in accordance with international recommendations',
  'although the differences were insufficient',
  'after a careful re-examination',
  'under considerably modified circumstances',
  'before the official confirmation',
  'despite the difficult fieldwork',
  'for administrative purposes',
  'with sufficient statistical confidence',
];

const year = (random: Random) => 1950 + random.below(70);

export function sentence(random: Random): string {
  const shape = random.next();
  const clause = () => `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)}`;
  const first = `${clause()} ${random.pick(circumstances)}`;
  if (shape < 0.35) return `${first}.`;
  if (shape < 0.6) return `${first} in ${year(random)}.`;
  const other = () => {
    const text = clause();
    return `${text[0]?.toLowerCase()}${text.slice(1)}`;
  };
  if (shape < 0.8) return `${first}, and ${other()}.`;
  return `In ${year(random)}, ${other()} (${Math.floor(random.next() * 90 + 10)} %).`;
}

export const sentences = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => sentence(random));

export const prose = (random: Random, count = 5): string => sentences(random, count).join(' ');
