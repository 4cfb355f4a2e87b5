/** What was measured of the passes, as it is kept in `passes.json`; sets that were not measured again keep their changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figures } from '../score/summary.ts';

export type Change = {
  readonly set: string;
  readonly figure: string;
  readonly on: number;
  readonly off: number;
};
export type PassResult = {
  readonly name: string;
  readonly msPerPage: number;
  readonly changes: readonly Change[];
};
export type PassResults = {
  readonly at: string;
  readonly commit: string;
  readonly sets: readonly string[];
  /** Of everything that refines a page. */
  readonly msPerPage: number;
  readonly passes: readonly PassResult[];
};

type FiguresOfSets = Readonly<Record<string, Figures>>;

/** Smaller differences are not kept. */
const differenceMin = 0.0005;

export function changesOf(on: FiguresOfSets, off: FiguresOfSets): readonly Change[] {
  return Object.entries(on).flatMap(([set, figures]) =>
    Object.entries(figures).flatMap(([figure, value]) => {
      const other = off[set]?.[figure] ?? 0;
      return Math.abs(value - other) < differenceMin ? [] : [{ set, figure, on: value, off: other }];
    }),
  );
}

const path = join(import.meta.dirname, '../passes.json');

export const readPasses = (): PassResults | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PassResults) : undefined;

export function mergePasses(before: PassResults | undefined, after: PassResults): PassResults {
  const kept = before?.sets.filter((set) => !after.sets.includes(set)) ?? [];
  const changesBefore = (name: string) =>
    before?.passes.find((pass) => pass.name === name)?.changes.filter(({ set }) => kept.includes(set)) ?? [];
  return {
    ...after,
    sets: [...kept, ...after.sets],
    passes: after.passes.map((pass) => ({
      ...pass,
      changes: [...changesBefore(pass.name), ...pass.changes],
    })),
  };
}

const digits = 4;
const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(digits)) : value;

export const writePasses = (results: PassResults): void =>
  writeFileSync(path, `${JSON.stringify(results, rounded, 1)}\n`);
