/** What the figures should reach, and what was found to limit those that do not. */
import type { Row } from './measure.ts';
import { type PageOfSet, textPages } from './page-set.ts';
import { mean } from './results.ts';

export type Aim = {
  readonly what: string;
  readonly rows: (rows: readonly Row[]) => readonly Row[];
  readonly value: (rows: readonly Row[]) => number;
  readonly atLeast?: number;
  readonly atMost?: number;
};

const idsOf = (kind: PageOfSet['kind']) => textPages.filter((page) => page.kind === kind).map(({ id }) => id);
const latin = idsOf('latin');
const exact = idsOf('script').filter((id) => id !== 'arabic');

const isScan = ({ scanning }: Row) => scanning.dpi > 0;
const isClean = ({ scanning }: Row) => scanning.dpi > 0 && !scanning.degraded && scanning.skew === 0;
const isBad2 = ({ scanning }: Row) => scanning.degraded && scanning.skew === 2;
const of =
  (ids: readonly string[], condition: (row: Row) => boolean) =>
  (rows: readonly Row[]): readonly Row[] =>
    rows.filter((row) => ids.includes(row.page) && condition(row));

const recall = (rows: readonly Row[]) => mean(rows.map(({ score }) => score.recall));
const cer = (rows: readonly Row[]) => mean(rows.map(({ score }) => score.cer));
const order = (rows: readonly Row[]) => mean(rows.map(({ score }) => score.order));
const teds = (rows: readonly Row[]) => mean(rows.flatMap(({ score }) => score.teds));
const median = (rows: readonly Row[]) =>
  rows.map(({ cpuSeconds }) => cpuSeconds).toSorted((a, b) => a - b)[rows.length >> 1] ?? Number.NaN;

const ruled = Array.from({ length: 6 }, (_, at) => `tables-${at + 1}`);
const all = [...latin, ...idsOf('script')];

export const aims: readonly Aim[] = [
  { what: 'Latin, clean: words found', rows: of(latin, isClean), value: recall, atLeast: 0.98 },
  { what: 'Latin, degraded, 2°: words found', rows: of(latin, isBad2), value: recall, atLeast: 0.95 },
  {
    what: 'Russian, Chinese, Japanese, Korean, clean: CER',
    rows: of(exact, isClean),
    value: cer,
    atMost: 0.03,
  },
  {
    what: 'Russian, Chinese, Japanese, Korean, degraded, 2°: CER',
    rows: of(exact, isBad2),
    value: cer,
    atMost: 0.03,
  },
  { what: 'Arabic, clean: CER', rows: of(['arabic'], isClean), value: cer, atMost: 0.05 },
  { what: 'Arabic, degraded, 2°: CER', rows: of(['arabic'], isBad2), value: cer, atMost: 0.05 },
  { what: 'all text pages: reading order', rows: of(all, isScan), value: order, atLeast: 0.98 },
  { what: 'ruled tables, clean: TEDS', rows: of(ruled, isClean), value: teds, atLeast: 0.85 },
  {
    what: 'ruled tables, 1°: TEDS',
    rows: of(ruled, ({ scanning }) => scanning.skew === 1),
    value: teds,
    atLeast: 0.85,
  },
  {
    what: 'text pages, 200 dpi: CPU seconds a page, median',
    rows: of(all, ({ scanning }) => scanning.dpi === 200),
    value: median,
    atMost: 6,
  },
];

export function isReached({ atLeast, atMost }: Aim, value: number): boolean {
  return atLeast !== undefined ? value >= atLeast : value <= (atMost ?? Number.POSITIVE_INFINITY);
}
