/** Scores of our own documents that must not fall: `floors.json`, raised on purpose with `--raise-floors`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParserScore } from './measure.ts';
import { guardedSetNames } from './truth/sets.ts';

/** By set, format and figure. */
export type Floors = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

const floorsPath = join(import.meta.dirname, 'floors.json');

const guarded = ['nid', 'wordPrecision', 'wordRecall', 'mhs', 'headingF1', 'teds', 'adjacencyF1'];

export const readFloors = (): Floors =>
  existsSync(floorsPath) ? (JSON.parse(readFileSync(floorsPath, 'utf8')) as Floors) : {};

type Scored = {
  readonly set: string;
  readonly format: string;
  readonly figure: string;
  readonly value: number;
};

const scoredOf = ({ formats }: ParserScore): readonly Scored[] =>
  formats.flatMap(({ format, sets }) =>
    sets
      .filter(({ set }) => guardedSetNames.includes(set))
      .flatMap(({ set, figures }) =>
        guarded.flatMap((figure) => {
          const value = figures[figure];
          return value === undefined ? [] : [{ set, format, figure, value }];
        }),
      ),
  );

/** One line for each score below its floor. */
export function brokenFloors(score: ParserScore, floors: Floors): readonly string[] {
  return scoredOf(score).flatMap(({ set, format, figure, value }) => {
    const floor = floors[set]?.[format]?.[figure];
    return floor !== undefined && value < floor
      ? [`${set}, ${format}: ${figure} is ${value.toFixed(4)}, its floor is ${floor}`]
      : [];
  });
}

const roundedDown = (value: number) => Math.floor(value * 1000) / 1000;

/** Floors only rise. */
export function raisedFloors(score: ParserScore, floors: Floors): Floors {
  const raised: Record<string, Record<string, Record<string, number>>> = structuredClone(floors) as never;
  for (const { set, format, figure, value } of scoredOf(score)) {
    const formats = raised[set] ?? {};
    const figures = formats[format] ?? {};
    figures[figure] = Math.max(figures[figure] ?? 0, roundedDown(value));
    formats[format] = figures;
    raised[set] = formats;
  }
  return raised;
}

export const writeFloors = (floors: Floors): void =>
  writeFileSync(floorsPath, `${JSON.stringify(floors, null, 2)}\n`);
