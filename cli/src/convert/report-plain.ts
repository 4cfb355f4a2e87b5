/** A batch where nobody watches: a line for each file when it ends. */
import { elapsed, plural } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import type { Output } from '../world.ts';
import { resumeText, summaryText, warningLines } from './report-text.ts';
import type { End, Reporter } from './steps.ts';

function lineOf(file: string, end: End): string {
  const name = safeText(file);
  switch (end.end) {
    case 'done':
      return `done     ${name}  ${plural(end.pages, 'page')}, ${elapsed(end.tookMs)}`;
    case 'submitted':
      return `sent     ${name}`;
    case 'skipped':
      return `skipped  ${name}  up to date`;
    case 'failed':
      return `failed   ${name}  ${safeText(end.problem.message)}`;
  }
}

export function plainReporter(stream: Output, styles: Styles): Reporter {
  let files = 0;
  let ended = 0;
  const write = (line: string) => void stream.write(`${line}\n`);
  return {
    begin(count) {
      files = count;
    },
    step() {},
    end(file, end) {
      ended += 1;
      write(`[${String(ended).padStart(String(files).length)}/${files}] ${lineOf(file, end)}`);
      if (end.end !== 'done') return;
      for (const line of warningLines(file, end.warnings)) write(`warning: ${line}`);
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
    end(file, end) {
      if (end.end === 'failed') {
        stream.write(`${styles.red('failed:')} ${safeText(file)}: ${safeText(end.problem.message)}\n`);
      }
    },
    finish: (summary) => (summary.exit === 'ok' ? undefined : plain.finish(summary)),
  };
}

/** With --no-wait: what was submitted is the result. */
export function idReporter(stream: Output): Reporter {
  return {
    begin() {},
    step() {},
    end(file, end) {
      if (end.end === 'submitted') stream.write(`${end.jobId}\t${safeText(file)}\n`);
    },
    finish() {},
    interrupted() {},
    close() {},
  };
}
