/** One line for each pass of the document layer: what it costs, and what is lost without it. */
import { markdownTable } from '../../report/markdown.ts';
import type { Change, PassResults } from '../passes/results.ts';
import { titleOf } from './figures.ts';

/** The figures that differ most. */
const changesMax = 4;

const size = ({ on, off }: Change) => Math.abs(on - off) / Math.max(1, on, off);
const written = (value: number) => (Number.isInteger(value) && value > 1 ? `${value}` : value.toFixed(3));

function changeText({ set, figure, on, off }: Change): string {
  const name = figure.endsWith('Passed') ? `${figure.replace('Passed', '')} tests` : titleOf(figure);
  return `${set} ${name} ${written(on)} → ${written(off)}`;
}

const isCount = ({ figure }: Change) => /^tables(Found|Matched|Wanted)$/.test(figure);

export function passTable(results: PassResults | undefined): string {
  if (results === undefined) return '';
  const rows = results.passes.map(({ name, msPerPage, changes }) => {
    const shown = changes
      .filter((change) => !isCount(change))
      .toSorted((a, b) => size(b) - size(a))
      .slice(0, changesMax);
    return [name, msPerPage.toFixed(2), shown.map(changeText).join('; ') || 'no score'];
  });
  return [
    '## Passes',
    `What each pass of the document layer is worth, on ${results.sets.join(', ')} at commit ${results.commit}: the CPU time that it takes on a page, and the figures of our html that differ most when it is off. Everything that refines a page takes ${results.msPerPage.toFixed(1)} ms of CPU, the passes together with reading the extraction. A pass without a difference may serve documents that these sets do not have.`,
    markdownTable(['pass', 'ms a page', 'with it → without it'], rows),
  ].join('\n\n');
}
