/** A batch where nobody watches: a line for each file when it ends. */

import type { Output } from '../cli-environment.ts';
import { elapsed, plural } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { resumeText, summaryText, warningLines } from './report-text.ts';
import type { FileResult, Reporter } from './reporter.ts';

function lineOf(file: string, result: FileResult): string {
  const name = safeText(file);
  switch (result.status) {
    case 'done':
      return `done     ${name}  ${plural(result.pages, 'page')}, ${elapsed(result.tookMs)}`;
    case 'submitted':
      return `sent     ${name}`;
    case 'skipped':
      return `skipped  ${name}  up to date`;
    case 'failed':
      return `failed   ${name}  ${safeText(result.problem.message)}`;
  }
}

export function plainReporter(stream: Output, styles: Styles): Reporter {
  let files = 0;
  let ended = 0;
  const write = (line: string) => void stream.write(`${line}\n`);
  return {
    start(count) {
      files = count;
    },
    step() {},
    fileEnded(file, result) {
      ended += 1;
      write(`[${String(ended).padStart(String(files).length)}/${files}] ${lineOf(file, result)}`);
      if (result.status !== 'done') return;
      for (const line of warningLines(file, result.warnings)) write(`warning: ${line}`);
    },
    finish: (summary) => void stream.write(summaryText(summary, styles)),
    interrupted: (running, resume) =>
      void stream.write(resumeText(running, resume, { files, ended }, styles)),
    close() {},
  };
}

/** With --quiet: failures, and how to go on, and nothing else. */
export function quietReporter(stream: Output, styles: Styles): Reporter {
  const plain = plainReporter(stream, styles);
  return {
    ...plain,
    fileEnded(file, result) {
      if (result.status === 'failed') {
        stream.write(`${styles.red('failed:')} ${safeText(file)}: ${safeText(result.problem.message)}\n`);
      }
    },
    finish: (summary) => (summary.exit === 'ok' ? undefined : plain.finish(summary)),
  };
}

/** With --no-wait: what was submitted is the result. */
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
