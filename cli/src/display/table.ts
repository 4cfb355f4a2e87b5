/** Formats tables: columns fit their longest cell, or less if the terminal is narrow. */
import { type Styles, safeText } from './style.ts';
import { padEnd, padStart, textWidth, truncateEnd } from './text-width.ts';

export type Column = {
  readonly title: string;
  readonly align?: 'right';
  /** Becomes narrower if the table does not fit. */
  readonly canShrink?: true;
};

const gap = 2;
const columnWidthMin = 8;

function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  widthMax: number,
): number[] {
  const widths = columns.map(({ title }, at) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[at] ?? ''))),
  );
  const excess = widths.reduce((sum, width) => sum + width, gap * (columns.length - 1)) - widthMax;
  const shrinking = columns.findIndex(({ canShrink }) => canShrink);
  if (excess > 0 && shrinking >= 0) {
    widths[shrinking] = Math.max(columnWidthMin, (widths[shrinking] ?? 0) - excess);
  }
  return widths;
}

/** Nothing is truncated unless `widthMax`, the width of the terminal, is given. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  styles: Styles,
  widthMax = Number.POSITIVE_INFINITY,
): string[] {
  const safe = rows.map((row) => row.map(safeText));
  const widths = widthsOf(columns, safe, widthMax);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        const cut = truncateEnd(cell, width);
        return columns[at]?.align === 'right' ? padStart(cut, width) : padEnd(cut, width);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [styles.dim(line(columns.map(({ title }) => title))), ...safe.map(line)];
}

/** One `name  value` line per entry, with aligned values. */
export function keyValueLines(entries: readonly (readonly [string, string])[], styles: Styles): string[] {
  const width = Math.max(...entries.map(([name]) => textWidth(name)));
  return entries.map(([name, value]) => `${styles.dim(padEnd(name, width))}  ${value}`);
}
