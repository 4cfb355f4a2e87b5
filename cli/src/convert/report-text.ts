/** The text of batch reports: warnings, the summary, and how to continue. */

import { pageRanges } from '@octavo/mcp/page-ranges.ts';
import type { JobWarning } from '@octavo/sdk';
import { elapsed, plural } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import type { FileFailure, Running, Summary } from './reporter.ts';

const runningJobsMax = 20;
const fileNamesMax = 3;

export function warningLines(file: string, warnings: readonly JobWarning[]): string[] {
  return warnings.map(({ message, pages }) => {
    const where = pages.length > 0 ? ` (${pages.length === 1 ? 'page' : 'pages'} ${pageRanges(pages)})` : '';
    return `${safeText(file)}: ${safeText(message)}${where}`;
  });
}

/** `a.pdf, b.pdf, c.pdf and 5 more`. */
export function fileList(files: readonly string[]): string {
  const names = files.slice(0, fileNamesMax).map(safeText).join(', ');
  return files.length > fileNamesMax ? `${names} and ${files.length - fileNamesMax} more` : names;
}

/** Files that fail again unless the user changes something are listed with what to change. */
function failureAdvice(failures: readonly FileFailure[], resume: string): string[] {
  const byAdvice = new Map<string, string[]>();
  for (const { file, problem } of failures) {
    if (problem.isPermanent) byAdvice.set(problem.next, [...(byAdvice.get(problem.next) ?? []), file]);
  }
  const fixes = [...byAdvice].map(([advice, files]) => `${fileList(files)}: ${safeText(advice)}`);
  const retry = fixes.length > 0 ? 'Then retry the failed files' : 'Retry the failed files';
  return [...fixes, `${retry}: ${resume}. Failed files are not charged.`];
}

function nextSteps({ stoppedBy, failed, submitted, failures, resume }: Summary): string[] {
  if (stoppedBy) return [safeText(stoppedBy.next), `Then continue the batch: ${resume}`];
  if (failed > 0) return failureAdvice(failures, resume);
  return submitted > 0 ? [`Wait for the jobs and download the results: ${resume}`] : [];
}

export function summaryText(summary: Summary, { bold, red, green, cyan }: Styles): string {
  const { files, converted, submitted, skipped, failed, left, pages, tookMs, stoppedBy } = summary;
  const parts = [
    converted > 0 && green(`${converted} converted`),
    submitted > 0 && green(`${submitted} submitted`),
    skipped > 0 && `${skipped} up to date`,
    failed > 0 && red(`${failed} failed`),
    left > 0 && `${left} not started`,
    converted > 0 && plural(pages, 'page'),
    elapsed(tookMs),
  ];
  const lines = [`${bold(plural(files, 'file'))}: ${parts.filter(Boolean).join(' · ')}`];
  if (stoppedBy) lines.push(`${red('stopped:')} ${safeText(stoppedBy.message)}`);
  nextSteps(summary).forEach((step, index) => {
    lines.push(index === 0 ? `${cyan('next:')}  ${step}` : `       ${step}`);
  });
  return `${lines.join('\n')}\n`;
}

function runningLines(running: readonly Running[]): string[] {
  const shown = running.slice(0, runningJobsMax).map(({ file, jobId }) => `  ${jobId}  ${safeText(file)}`);
  return running.length > runningJobsMax
    ? [...shown, `  and ${running.length - runningJobsMax} more`]
    : shown;
}

export function resumeText(
  running: readonly Running[],
  resume: string,
  { files, ended }: { readonly files: number; readonly ended: number },
  { bold, cyan }: Styles,
): string {
  const count = files > 1 ? ` after ${ended} of ${files} files` : '';
  const jobs =
    running.length > 0
      ? `${plural(running.length, 'job')} ${running.length === 1 ? 'keeps' : 'keep'} running on the server:`
      : 'No job is running.';
  const lines = [`${bold('Interrupted')}${count}. ${jobs}`, ...runningLines(running)];
  lines.push(`${cyan('next:')}  ${resume}`);
  return `${lines.join('\n')}\n`;
}
