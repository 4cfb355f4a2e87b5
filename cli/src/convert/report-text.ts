/** The words of reports that people read: warnings, summaries, and how to go on. */
import type { JobWarning } from '@octavo/sdk';
import { elapsed, plural, ranges } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import type { Running, Summary } from './reporter.ts';

/** Longer lists say less. */
const shownMax = 20;

export function warningLines(file: string, warnings: readonly JobWarning[]): string[] {
  return warnings.map(({ message, pages }) => {
    const where = pages.length > 0 ? ` (${pages.length === 1 ? 'page' : 'pages'} ${ranges(pages)})` : '';
    return `${safeText(file)}: ${safeText(message)}${where}`;
  });
}

export function summaryText(summary: Summary, { bold, red, green, cyan }: Styles): string {
  const { files, converted, submitted, skipped, failed, left, pages, tookMs, stoppedBy, resume } = summary;
  const parts = [
    converted > 0 && green(`${converted} converted`),
    submitted > 0 && green(`${submitted} submitted`),
    skipped > 0 && `${skipped} up to date`,
    failed > 0 && red(`${failed} failed`),
    left > 0 && `${left} not begun`,
    converted > 0 && plural(pages, 'page'),
    elapsed(tookMs),
  ];
  const lines = [`${bold(plural(files, 'file'))}: ${parts.filter(Boolean).join(' · ')}`];
  if (stoppedBy) {
    lines.push(
      `${red('stopped:')} ${safeText(stoppedBy.message)}`,
      `${cyan('next:')}  ${safeText(stoppedBy.next)}`,
    );
    lines.push(`       Then go on where it stopped: ${resume}`);
  } else if (failed > 0) {
    lines.push(`${cyan('next:')}  ${resume} tries the failed ones again; failures cost nothing.`);
  } else if (submitted > 0) {
    lines.push(`${cyan('next:')}  ${resume} waits for them and fetches their results.`);
  }
  return `${lines.join('\n')}\n`;
}

export function runningLines(running: readonly Running[]): string[] {
  const shown = running.slice(0, shownMax).map(({ file, jobId }) => `  ${jobId}  ${safeText(file)}`);
  return running.length > shownMax ? [...shown, `  and ${running.length - shownMax} more`] : shown;
}

export function resumeText(
  running: readonly Running[],
  resume: string,
  { files, ended }: { readonly files: number; readonly ended: number },
  { bold, cyan }: Styles,
): string {
  const count = files > 1 ? ` after ${ended} of ${files} files` : '';
  const goesOn =
    running.length > 0
      ? `${plural(running.length, 'job')} ${running.length === 1 ? 'goes' : 'go'} on at the service:`
      : 'No job is running.';
  const lines = [`${bold('Interrupted')}${count}. ${goesOn}`, ...runningLines(running)];
  lines.push(`${cyan('next:')}  ${resume}`);
  return `${lines.join('\n')}\n`;
}
