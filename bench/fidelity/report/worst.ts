/** The documents with the lowest scores, and what is wrong with them in words. */
import type { SetScore } from '../measure.ts';
import type { Figures, Row } from '../score/summary.ts';

/** What a document is judged by as a whole: the mean of the figures that say how much is right. */
const judged = ['nid', 'mhs', 'teds', 'adjacencyF1', 'headingF1', 'links', 'code', 'items'];

function overall({ figures }: Row): number {
  const shares = judged.flatMap((name) => figures[name] ?? []);
  const tests = ['present', 'absent', 'order', 'table'];
  const total = tests.reduce((sum, name) => sum + (figures[`${name}Tests`] ?? 0), 0);
  const passed = tests.reduce((sum, name) => sum + (figures[`${name}Passed`] ?? 0), 0);
  const all = total === 0 ? shares : [...shares, passed / total];
  return all.length === 0 ? 1 : all.reduce((sum, value) => sum + value, 0) / all.length;
}

type Check = (figures: Figures) => string | undefined;

const below = (figures: Figures, name: string, limit: number) => (figures[name] ?? 1) < limit;
const share = (value: number | undefined) => `${Math.round((value ?? 0) * 100)} %`;

const tablesMissing: Check = ({ tablesWanted = 0, tablesMatched = 0 }) =>
  tablesMatched < tablesWanted
    ? `${tablesWanted - tablesMatched} of ${tablesWanted} tables not found`
    : undefined;

const tablesAdded: Check = ({ tablesFound = 0, tablesMatched = 0 }) =>
  tablesFound > tablesMatched
    ? `${tablesFound - tablesMatched} tables that are none, or parts of one`
    : undefined;

const cellsWrong: Check = (figures) =>
  (figures['tablesMatched'] ?? 0) > 0 && below(figures, 'teds', 0.95) && !tablesMissing(figures)
    ? `cells of tables wrong: TEDS ${figures['teds']?.toFixed(2)}, structure alone ${figures['tedsStructure']?.toFixed(2)}`
    : undefined;

const textMissing: Check = (figures) =>
  below(figures, 'wordRecall', 0.97)
    ? `${share(1 - (figures['wordRecall'] ?? 1))} of the words missing`
    : undefined;

const textAdded: Check = (figures) =>
  below(figures, 'wordPrecision', 0.97)
    ? `${share(1 - (figures['wordPrecision'] ?? 1))} of our words are not in the truth`
    : undefined;

const orderWrong: Check = (figures) =>
  below(figures, 'nid', 0.95) && !below(figures, 'wordRecall', 0.95) && !below(figures, 'wordPrecision', 0.95)
    ? `text in another order (NID ${figures['nid']?.toFixed(2)})`
    : undefined;

const headingsWrong: Check = (figures) =>
  below(figures, 'headingF1', 0.95) ? `headings: F1 ${figures['headingF1']?.toFixed(2)}` : undefined;

const blocksWrong: Check = (figures) => {
  const parts = { links: 'links', code: 'code blocks', items: 'list items' };
  const wrong = Object.entries(parts).filter(([name]) => below(figures, name, 0.9));
  const words = wrong.map(([name, title]) => `${share(figures[name])} of the ${title}`);
  return words.length === 0 ? undefined : `only ${words.join(', ')}`;
};

const testsFailed: Check = (figures) => {
  const failed = ['present', 'absent', 'order', 'table'].flatMap((name) => {
    const count = (figures[`${name}Tests`] ?? 0) - (figures[`${name}Passed`] ?? 0);
    return count === 0 ? [] : [`${count} × ${name}`];
  });
  return failed.length === 0 ? undefined : `failed tests: ${failed.join(', ')}`;
};

const checks = [
  tablesMissing,
  tablesAdded,
  cellsWrong,
  textMissing,
  textAdded,
  orderWrong,
  headingsWrong,
  blocksWrong,
  testsFailed,
];

export type Worst = { readonly id: string; readonly overall: number; readonly faults: string };

/** At most ten, the worst first; documents with nothing wrong are left out. */
export function worstOf({ rows }: SetScore, count = 10): readonly Worst[] {
  return rows
    .map((row) => ({
      id: row.id,
      overall: overall(row),
      faults: (row.fault
        ? [`no output: ${row.fault}`]
        : checks.flatMap((check) => check(row.figures) ?? [])
      ).join('; '),
    }))
    .filter(({ overall: score, faults }) => score < 1 && faults !== '')
    .toSorted((a, b) => a.overall - b.overall || (a.id < b.id ? -1 : 1))
    .slice(0, count);
}
