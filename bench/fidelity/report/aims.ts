/** What we want to reach, and what we have. */
import { markdownTable } from '../../report/markdown.ts';
import type { FidelityResults } from '../results.ts';
import { titleOf } from './figures.ts';
import { shownFormat } from './page-parts.ts';

/** Shares; of tests, how many must pass. */
const aims: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  icdar13: { teds: 0.92, adjacencyF1: 0.94 },
  manuals: { headingF1: 0.95, links: 0.95, code: 0.9, items: 0.9 },
  born: { teds: 0.97, nid: 0.99, mhs: 0.97 },
  olmocr: { tablePassed: 16, absentPassed: 18, orderPassed: 12, presentPassed: 24 },
  docling: { nid: 0.9, teds: 0.8, adjacencyPrecision: 0.8 },
};
const maxFalseTables = 0.02;

const nameOf = (figure: string) =>
  figure.endsWith('Passed') ? `${figure.replace('Passed', '')} tests` : titleOf(figure);
const written = (figure: string, value: number) =>
  figure.endsWith('Passed') ? String(value) : value.toFixed(3);
const verdict = (isReached: boolean) => (isReached ? 'yes' : '**no**');

export function aimsTable({ parsers }: FidelityResults): string {
  const [ours] = parsers;
  if (ours === undefined) return '';
  const rows = Object.entries(aims).flatMap(([set, figures]) => {
    const score = shownFormat(ours, set);
    return Object.entries(figures).flatMap(([figure, aim]) => {
      const value = score?.figures[figure];
      if (value === undefined) return [];
      return [[set, nameOf(figure), written(figure, value), `at least ${aim}`, verdict(value >= aim)]];
    });
  });
  const { falseTables } = ours;
  if (falseTables) {
    const share = falseTables.pagesWithTables / falseTables.pages;
    rows.push([
      'pages without tables',
      'false tables',
      share.toFixed(3),
      `at most ${maxFalseTables}`,
      verdict(share <= maxFalseTables),
    ]);
  }
  if (rows.length === 0) return '';
  return `## Aims\n\n${markdownTable(['set', 'measure', 'ours (html)', 'aim', 'reached'], rows)}`;
}
