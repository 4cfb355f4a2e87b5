/** Figures of OCR as they are kept in `results.json`, and means over them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { meanOf } from '../fidelity/score/ratios.ts';
import type { Row } from './measure.ts';
import { nameOf } from './scan/scan.ts';

export type OcrResults = {
  readonly at: string;
  readonly commit: string;
  readonly machine: string;
  readonly tesseract: string;
  readonly rows: readonly Row[];
};

const resultsPath = join(import.meta.dirname, 'results.json');

export const readResults = (): OcrResults | undefined =>
  existsSync(resultsPath) ? (JSON.parse(readFileSync(resultsPath, 'utf8')) as OcrResults) : undefined;

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(4)) : value;

export function writeResults({ rows, ...about }: OcrResults): void {
  const lines = rows.map((row) => JSON.stringify(row, rounded)).join(',\n');
  writeFileSync(resultsPath, `{${JSON.stringify(about).slice(1, -1)},"rows":[\n${lines}\n]}\n`);
}

export const rowKey = ({ page, scanning }: Pick<Row, 'page' | 'scanning'>): string =>
  `${page}, ${nameOf(scanning)}`;

/** Pages that were not measured again keep their figures. */
export function mergedRows(before: readonly Row[], fresh: readonly Row[]): readonly Row[] {
  const replaced = new Map(fresh.map((row) => [rowKey(row), row]));
  const old = new Set(before.map(rowKey));
  return [
    ...before.map((row) => replaced.get(rowKey(row)) ?? row),
    ...fresh.filter((row) => !old.has(rowKey(row))),
  ];
}

export const mean = (values: readonly number[]): number => meanOf(values) ?? Number.NaN;
