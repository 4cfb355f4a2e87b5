/** Charts as SVG text, readable on light and on dark pages, without a browser. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Comparison, Series } from '../bench.ts';
import { standing } from '../measure/spread.ts';
import { number } from './words.ts';

const width = 640;
/** Distinguishable for people with colour blindness, and visible on white and on black. */
const [blue, amber] = ['#3b82f6', '#d97706'] as const;
export const palette = [blue, amber, '#10b981', '#a855f7', '#ef4444'];

/** An image does not inherit the page's colours, so it asks for the reader's preference itself. */
const style = `<style>
svg{color:#1f2328;font:11px system-ui,sans-serif}
@media (prefers-color-scheme:dark){svg{color:#d1d7e0}}
</style>`;

/** Of places, fewer digits than a screen has pixels are enough, and keep the files small; labels stay as they are. */
const rounded = (svg: string) =>
  svg.replaceAll(/="[^"]*"/g, (attribute) =>
    attribute.replaceAll(/\d+\.\d{2,}/g, (digits) => String(Math.round(Number(digits) * 10) / 10)),
  );

export function svgOf(title: string, options: Plot.PlotOptions): string {
  const { document } = parseHTML('<html></html>');
  const element = Plot.plot({ ...options, document: document as never, width, style: {} });
  const text = String(element.outerHTML)
    .replace(
      /<style>[\s\S]*?<\/style>/,
      `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>${style}`,
    )
    .replace(/class="[^"]*"/, 'role="img" xmlns="http://www.w3.org/2000/svg"');
  return `${rounded(text)}\n`;
}

type Dot = { readonly line: string; readonly x: number; readonly y: number };

export function seriesChart({ title, x, y, logX, lines }: Series): string {
  const dots: Dot[] = lines.flatMap(({ name, points }) =>
    points.map(([px, py]) => ({ line: name, x: px, y: py })),
  );
  const names = lines.map(({ name }) => name);
  const ticks = logX ? [...new Set(dots.map((dot) => dot.x))] : undefined;
  return svgOf(title, {
    height: 240,
    marginRight: 190,
    x: {
      label: x,
      ...(logX ? { type: 'log' as const } : {}),
      ...(ticks ? { ticks, tickFormat: number } : {}),
    },
    y: { label: y, grid: true, zero: true },
    color: { domain: names, range: palette },
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(dots, { x: 'x', y: 'y', stroke: 'line', strokeWidth: 2 }),
      ...(dots.length <= 40 ? [Plot.dot(dots, { x: 'x', y: 'y', fill: 'line' })] : []),
      Plot.text(
        dots,
        Plot.selectLast({ x: 'x', y: 'y', z: 'line', text: 'line', dx: 8, textAnchor: 'start' }),
      ),
    ],
  });
}

/** Every ratio that has an aim, with its spread; the bar marks the aim, 1 is level with the bare part. */
export function standingChart(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap((one) =>
    one.aim?.kind === 'ratio' && one.aim.atLeast <= 1
      ? [{ what: one.what, aim: one.aim.atLeast, ...standing(one) }]
      : [],
  );
  return svgOf('Each ratio and its aim', {
    height: 60 + rows.length * 26,
    marginLeft: 300,
    marginRight: 40,
    marginBottom: 45,
    x: {
      label: 'ours compared with the bare part, 1 is equal; the upright bar is the aim',
      grid: true,
      domain: [0, Math.max(1.2, ...rows.map(({ p90 }) => p90))],
    },
    y: { label: null, domain: rows.map(({ what }) => what) },
    marks: [
      Plot.ruleX([1], { strokeDasharray: '3,3' }),
      Plot.ruleY(rows, { y: 'what', x1: 'p10', x2: 'p90', stroke: blue, strokeWidth: 2 }),
      Plot.dot(rows, { y: 'what', x: 'median', fill: blue, r: 4 }),
      Plot.tickX(rows, { y: 'what', x: 'aim', stroke: amber, strokeWidth: 2 }),
    ],
  });
}
