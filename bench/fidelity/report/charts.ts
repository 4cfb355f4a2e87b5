/** A chart for each set: what every parser reaches, figure by figure. */
import * as Plot from '@observablehq/plot';
import { palette, svgOf } from '../../report/charts.ts';
import type { FidelityResults } from '../results.ts';
import { figuresFor, titleOf } from './figures.ts';
import { shownFormat } from './page-parts.ts';

type Bar = { readonly parser: string; readonly figure: string; readonly value: number };

function barsOf(results: FidelityResults, set: string): readonly Bar[] {
  return results.parsers.flatMap((score) => {
    const figures = shownFormat(score, set)?.figures ?? {};
    return figuresFor(set).flatMap((name) => {
      const tests = figures[`${name}Tests`];
      const value = tests === undefined ? figures[name] : (figures[`${name}Passed`] ?? 0) / tests;
      return value === undefined ? [] : [{ parser: score.parser, figure: titleOf(name), value }];
    });
  });
}

export function setChart(results: FidelityResults, set: string): string {
  const bars = barsOf(results, set);
  const parsers = results.parsers.map(({ parser }) => parser);
  const names = [...new Set(bars.map(({ figure }) => figure))];
  return svgOf(`${set}: every parser, figure by figure`, {
    height: 60 + names.length * (14 * parsers.length + 8),
    marginLeft: 110,
    marginRight: 90,
    x: { domain: [0, 1], grid: true, label: null },
    y: { domain: parsers, axis: null },
    fy: { domain: names, label: null, axis: 'left', padding: 0.15 },
    color: { domain: parsers, range: [...palette], legend: false },
    marks: [
      Plot.barX(bars, { x: 'value', y: 'parser', fy: 'figure', fill: 'parser' }),
      Plot.text(bars, {
        x: 'value',
        y: 'parser',
        fy: 'figure',
        text: ({ parser, value }: Bar) => `${value.toFixed(2)} ${parser}`,
        dx: 4,
        textAnchor: 'start',
        fontSize: 9,
      }),
      Plot.ruleX([0]),
    ],
  });
}
