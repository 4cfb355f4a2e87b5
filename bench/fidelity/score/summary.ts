/** Scores of documents as flat rows of figures, and of sets as one. */
import type { DocumentScore, TestResult } from './document-score.ts';
import { meanOf, ratiosOf } from './ratios.ts';

/** Shares from 0 to 1, except counts (`…Wanted`, `…Found`, `…Matched`, `…Tests`, `…Passed`). */
export type Figures = Readonly<Record<string, number>>;
export type Row = { readonly id: string; readonly fault?: string; readonly figures: Figures };
export type Summary = { readonly documents: number; readonly failed: number; readonly figures: Figures };

type Given = Readonly<Record<string, number | undefined>>;

const present = (given: Given): Figures =>
  Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );

function testFigures(tests: readonly TestResult[]): Given {
  const byType = Map.groupBy(tests, ({ type }) => type);
  return Object.fromEntries(
    [...byType].flatMap(([type, all]) => [
      [`${type}Tests`, all.length],
      [`${type}Passed`, all.filter(({ passed }) => passed).length],
    ]),
  );
}

function tableFigures(scores: readonly DocumentScore[]): Given {
  const tables = scores.flatMap((score) => score.tables ?? []);
  const relations = scores.flatMap((score) => score.adjacency ?? []);
  if (tables.length === 0) return {};
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const counts = {
    tablesWanted: sum(tables.map(({ wanted }) => wanted)),
    tablesFound: sum(tables.map(({ found }) => found)),
    tablesMatched: sum(tables.map(({ matched }) => matched)),
  };
  if (relations.length === 0) return counts;
  const { precision, recall, f1 } = ratiosOf({
    wanted: sum(relations.map(({ wanted }) => wanted)),
    found: sum(relations.map(({ found }) => found)),
    shared: sum(relations.map(({ shared }) => shared)),
  });
  return {
    ...counts,
    teds: meanOf(tables.flatMap(({ teds }) => teds)),
    tedsStructure: meanOf(tables.flatMap(({ tedsStructure }) => tedsStructure)),
    adjacencyPrecision: precision,
    adjacencyRecall: recall,
    adjacencyF1: f1,
  };
}

/** Tables count one by one, everything else document by document. */
function figuresOf(scores: readonly DocumentScore[]): Figures {
  const mean = (of: (score: DocumentScore) => number | undefined) =>
    meanOf(scores.map(of).filter((value) => value !== undefined));
  return present({
    nid: mean(({ text }) => text?.nid),
    wordPrecision: mean(({ text, manual }) => (text ?? manual)?.wordPrecision),
    wordRecall: mean(({ text, manual }) => (text ?? manual)?.wordRecall),
    mhs: mean(({ headings }) => headings?.mhs),
    mhsLevels: mean(({ headings }) => headings?.mhsLevels),
    headingF1: mean(({ headings, manual }) => (headings ?? manual)?.headings.f1),
    levels: mean(({ manual }) => manual?.levels),
    links: mean(({ manual }) => manual?.links),
    code: mean(({ manual }) => manual?.code),
    items: mean(({ manual }) => manual?.items),
    ...tableFigures(scores),
    ...testFigures(scores.flatMap(({ tests }) => tests ?? [])),
  });
}

export const rowOf = (score: DocumentScore): Row => ({
  id: score.id,
  ...(score.fault === undefined ? {} : { fault: score.fault }),
  figures: figuresOf([score]),
});

export const summaryOf = (scores: readonly DocumentScore[]): Summary => ({
  documents: scores.length,
  failed: scores.filter(({ fault }) => fault !== undefined).length,
  figures: figuresOf(scores),
});
