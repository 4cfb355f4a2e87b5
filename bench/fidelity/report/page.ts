/** The page on fidelity, made from the results alone. */
import { markdownTable } from '../../report/markdown.ts';
import type { ParserScore } from '../measure.ts';
import type { PassResults } from '../passes/results.ts';
import type { FidelityResults } from '../results.ts';
import { setNames } from '../truth/sets.ts';
import { aimsTable } from './aims.ts';
import { setChart } from './charts.ts';
import { documentsOf, figuresFor, textOf, titleOf } from './figures.ts';
import { formatsOf, shownFormat } from './page-parts.ts';
import { aboutSets, head, measures, repeat } from './page-text.ts';
import { passTable } from './pass-table.ts';
import { pictureOf } from './pictures.ts';
import { worstOf } from './worst.ts';

export type Page = { readonly text: string; readonly charts: ReadonlyMap<string, string> };

function setTable(results: FidelityResults, set: string): string {
  const names = figuresFor(set);
  const rows = results.parsers.flatMap((score) =>
    formatsOf(score, set).map((one) => [
      `${score.parser}, ${one.format}`,
      documentsOf(one),
      ...names.map((name) => textOf(one.figures, name)),
    ]),
  );
  return markdownTable(['parser', 'documents', ...names.map(titleOf)], rows);
}

function worstTable(ours: ParserScore, set: string): string {
  const score = shownFormat(ours, set);
  const worst = score ? worstOf(score) : [];
  if (score === undefined || worst.length === 0) return '';
  const rows = worst.map(({ id, overall, faults }) => [id, overall.toFixed(2), faults]);
  const pictures = worst.flatMap(({ id }) => pictureOf(set, id) ?? []);
  return [
    `**The lowest scores (${score.format})**`,
    markdownTable(['document', 'mean of its figures', 'what is wrong'], rows),
    ...pictures.map(({ id, path }) => `![${id}: the page, and our html](${path})`),
  ].join('\n\n');
}

function falseTables(results: FidelityResults): string {
  const rows = results.parsers.flatMap(({ parser, falseTables: found }) => {
    if (found === undefined) return [];
    const part = ((100 * found.pagesWithTables) / found.pages).toFixed(1);
    return [[parser, `${found.pagesWithTables} of ${found.pages}`, `${part} %`]];
  });
  if (rows.length === 0) return '';
  const own = results.parsers[0]?.falseTables?.files ?? [];
  const where = own.map(({ file, pages }) => [file, pages.join(', ')]);
  return [
    '## False tables',
    'Pages that have no table, listed in `bench/fidelity/tableless-pages.json` and checked by eye. A page counts once if a table is found on it.',
    markdownTable(['parser', 'pages with a table', 'share'], rows),
    where.length === 0 ? '' : `**Ours are on**\n\n${markdownTable(['file', 'pages'], where)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function fidelityPage(results: FidelityResults, passes?: PassResults): Page {
  const [ours] = results.parsers;
  const measured = setNames.filter((set) =>
    results.parsers.some((score) => formatsOf(score, set).length > 0),
  );
  const charts = new Map(measured.map((set) => [`${set}.svg`, setChart(results, set)]));
  const sections = measured.map((set) =>
    [
      `## ${set}`,
      aboutSets[set] ?? '',
      setTable(results, set),
      `![${set}: every parser, figure by figure](fidelity/${set}.svg)`,
      ours === undefined ? '' : worstTable(ours, set),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  const versions = results.parsers.map(({ parser, version }) => `- ${parser}: ${version}`).join('\n');
  const measuredAt = `Measured on ${results.at.slice(0, 10)} at commit ${results.commit}.`;
  const text = [
    head,
    measuredAt,
    versions,
    aimsTable(results),
    measures,
    ...sections,
    falseTables(results),
    passTable(passes),
    repeat,
  ];
  return { text: `${text.filter((part) => part !== '').join('\n\n')}\n`, charts };
}
