/** Reports a batch without a live display: one line per file when it ends. */

import type { Output } from '../cli-environment.ts';
import { statusLabels } from '../display/job-status.ts';
import { elapsed, plural } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { resumeText, summaryText } from './report-text.ts';
import type { FileResult, Reporter } from './reporter.ts';
import { WarningList } from './warning-list.ts';

const labelColumns = 10;

export function resultLine(file: string, result: FileResult): string {
  const line = (label: string, detail = '') =>
    `${label.padEnd(labelColumns)} ${safeText(file)}${detail === '' ? '' : `  ${detail}`}`;
  switch (result.status) {
    case 'done':
      return line(statusLabels.done, `${plural(result.pages, 'page')}, ${elapsed(result.tookMs)}`);
    case 'submitted':
      return line('Submitted');
    case 'skipped':
      return line('Up to date');
    case 'failed':
      return line(statusLabels.failed, safeText(result.problem.message));
  }
}

export function plainReporter(stream: Output, styles: Styles): Reporter {
  let files = 0;
  let ended = 0;
  const warnings = new WarningList();
  const write = (line: string) => void stream.write(`${line}\n`);
  const writeWarnings = () => warnings.lines().forEach((line) => void write(`warning: ${line}`));
  return {
    start(count) {
      files = count;
    },
    step() {},
    fileEnded(file, result) {
      ended += 1;
      write(`[${String(ended).padStart(String(files).length)}/${files}] ${resultLine(file, result)}`);
      if (result.status === 'done') warnings.add(file, result.warnings);
    },
    finish(summary) {
      writeWarnings();
      stream.write(summaryText(summary, styles));
    },
    interrupted(running, resume) {
      writeWarnings();
      stream.write(resumeText(running, resume, { files, ended }, styles));
    },
    close() {},
  };
}

/** With --quiet: only failures, and how to continue. */
export function quietReporter(stream: Output, styles: Styles): Reporter {
  const plain = plainReporter(stream, styles);
  return {
    ...plain,
    fileEnded(file, result) {
      if (result.status !== 'failed') return;
      stream.write(`${styles.red('failed:')} ${safeText(file)}: ${safeText(result.problem.message)}\n`);
    },
    finish: (summary) => (summary.exit === 'ok' ? undefined : plain.finish(summary)),
  };
}

/** With --no-wait: prints the ids of the submitted jobs. */
export function idReporter(stream: Output): Reporter {
  return {
    start() {},
    step() {},
    fileEnded(file, result) {
      if (result.status === 'submitted') stream.write(`${result.jobId}\t${safeText(file)}\n`);
    },
    finish() {},
    interrupted() {},
    close() {},
  };
}
