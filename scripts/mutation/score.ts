/** The result of a mutation run: the score of each file, and the mutants no test noticed. */
import { relative } from 'node:path';

export type Mutant = {
  readonly fileName: string;
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string | undefined;
  readonly location: { readonly start: { readonly line: number } };
};

/** Files that were not run again keep their earlier results, so that a part can be run in steps. */
export function withEarlier<M extends Pick<Mutant, 'fileName'>>(
  earlier: readonly M[],
  results: readonly M[],
): M[] {
  const files = new Set(results.map(({ fileName }) => fileName));
  return [...earlier.filter(({ fileName }) => !files.has(fileName)), ...results];
}

const noticed = new Set(['Killed', 'Timeout']);
const missed = new Set(['Survived', 'NoCoverage']);

function rowOf(name: string, mutants: readonly Mutant[]): string {
  const count = (statuses: ReadonlySet<string>) =>
    mutants.filter(({ status }) => statuses.has(status)).length;
  const killed = count(noticed);
  const survived = count(new Set(['Survived']));
  const uncovered = count(new Set(['NoCoverage']));
  const all = killed + survived + uncovered;
  const score = all === 0 ? '–' : `${((100 * killed) / all).toFixed(1)} %`;
  return `| ${name} | ${all} | ${killed} | ${survived} | ${uncovered} | ${score} |`;
}

/** The Markdown table of docs/operations/mutation-testing.md. Mutants that do not compile are not counted. */
export function scoreTable(mutants: readonly Mutant[], root: string): string {
  const byFile = Map.groupBy(mutants, ({ fileName }) => relative(root, fileName));
  const rows = [...byFile].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => rowOf(name, own));
  const left = mutants
    .filter(({ status }) => missed.has(status))
    .map(
      ({ fileName, location, mutatorName, replacement = '', status }) =>
        `  ${relative(root, fileName)}:${location.start.line} ${status} ${mutatorName} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
    );
  return [
    '| file | mutants | noticed | survived | without a test | score |',
    '|---|---|---|---|---|---|',
    ...rows,
    rowOf('all', mutants),
    '',
    ...left,
  ].join('\n');
}
