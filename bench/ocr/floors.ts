/** Figures of the short set that must not fall: `floors.json`, raised on purpose with `--raise-floors`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './measure.ts';
import { mean, rowKey } from './results.ts';

/** By page and way of scanning, then by figure. */
type Floors = Readonly<Record<string, Readonly<Record<string, number>>>>;

const floorsPath = join(import.meta.dirname, 'floors.json');

/** Another version of tesseract may read a word or two of a page differently. */
const margin = 0.01;

const readFloors = (): Floors =>
  existsSync(floorsPath) ? (JSON.parse(readFileSync(floorsPath, 'utf8')) as Floors) : {};

function guarded({ score }: Row): Readonly<Record<string, number>> {
  const { recall, order, teds } = score;
  return { recall, order, ...(teds.length > 0 ? { teds: mean(teds) } : {}) };
}

export function brokenFloors(rows: readonly Row[], floors: Floors = readFloors()): readonly string[] {
  return rows.flatMap((row) =>
    Object.entries(guarded(row)).flatMap(([figure, value]) => {
      const floor = floors[rowKey(row)]?.[figure] ?? 0;
      return value < floor ? [`${rowKey(row)}: ${figure} is ${value.toFixed(4)}, its floor is ${floor}`] : [];
    }),
  );
}

export function raiseFloors(rows: readonly Row[], floors: Floors = readFloors()): void {
  const raised = Object.fromEntries(
    rows.map((row) => {
      const before = floors[rowKey(row)] ?? {};
      const figures = Object.entries(guarded(row)).map(([figure, value]) => {
        const floor = Math.floor((value - margin) * 1_000) / 1_000;
        return [figure, Math.max(before[figure] ?? 0, floor)];
      });
      return [rowKey(row), Object.fromEntries(figures)];
    }),
  );
  writeFileSync(floorsPath, `${JSON.stringify({ ...floors, ...raised }, null, 2)}\n`);
}
