/** A score for the terminal. */
import type { ParserScore } from '../measure.ts';
import { documentsOf, figuresFor, textOf, titleOf } from './figures.ts';

export function plainScore({ parser, version, formats, falseTables }: ParserScore): string {
  const sets = formats.flatMap(({ format, sets: all }) =>
    all.map((one) => {
      const figures = figuresFor(one.set).map((name) => `${titleOf(name)} ${textOf(one.figures, name)}`);
      return `  ${one.set.padEnd(8)} ${format.padEnd(8)} ${documentsOf(one).padStart(4)}  ${figures.join('  ')}`;
    }),
  );
  const tables = falseTables
    ? [`  tables on ${falseTables.pagesWithTables} of ${falseTables.pages} pages without tables`]
    : [];
  return [`${parser} (${version})`, ...sets, ...tables].join('\n');
}
