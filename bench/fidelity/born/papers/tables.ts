/** Tables of measurements. */
import type { Random } from '../random.ts';
import type { SourceCell, SourceTable } from '../source.ts';
import { circumstances, objects } from './sentences.ts';

const stations = [
  'Amsterdam',
  'Barcelona',
  'Copenhagen',
  'Dresden',
  'Edinburgh',
  'Florence',
  'Gothenburg',
  'Helsinki',
  'Innsbruck',
  'Jena',
  'Krakow',
  'Lisbon',
];
const quantities = ['Depth', 'Flow rate', 'Mean', 'Variance', 'Samples', 'Loss', 'Share'];

const figure = (random: Random) =>
  random.next() < 0.5 ? (random.next() * 1000).toFixed(1) : random.below(90_000).toLocaleString('en-US');

const stationName = (row: number) => {
  const round = Math.floor(row / stations.length);
  return `${stations[row % stations.length]}${round === 0 ? '' : ` ${round + 1}`}`;
};

export type TableShape = {
  readonly style?: string;
  /** A first row with cells over several columns. */
  readonly span?: boolean;
  /** A last column of long text. */
  readonly wrap?: boolean;
};

export function measurements(
  random: Random,
  rows: number,
  columns: number,
  { style = 'rules', span = false, wrap = false }: TableShape = {},
): SourceTable {
  const head: SourceCell[][] = [];
  const left = Math.floor((columns - 1) / 2);
  if (span) {
    const over = { text: 'After revision', columnSpan: columns - 1 - left };
    head.push([{ text: '' }, { text: 'Before revision', columnSpan: left }, over]);
  }
  head.push([
    { text: 'Station' },
    ...Array.from({ length: columns - 1 }, (_, at) => ({ text: quantities[at % quantities.length] ?? '' })),
  ]);
  const body = Array.from({ length: rows }, (_, row) => [
    { text: stationName(row) },
    ...Array.from({ length: columns - 1 }, (_, column) => ({
      text:
        wrap && column === columns - 2
          ? `${random.pick(objects)} ${random.pick(circumstances)}`
          : figure(random),
    })),
  ]);
  const caption = `${random.pick(objects)[0]?.toUpperCase()}${random.pick(objects).slice(1)} by station`;
  return { kind: 'table', rows: [...head, ...body], style, caption };
}
