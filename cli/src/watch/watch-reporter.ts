/** Reports what happens in a watched folder: one line, or one JSON object, for each file that ends. */
import type { Output } from '../cli-environment.ts';
import type { Context } from '../context.ts';
import { eventReporter, resultEvent, seconds } from '../convert/event-reporter.ts';
import { plainReporter, resultLine } from '../convert/plain-reporter.ts';
import { warningLines } from '../convert/report-text.ts';
import type { FileResult, Reporter } from '../convert/reporter.ts';
import { problemJson } from '../display/print-problem.ts';
import { elapsed } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import type { Problem } from '../errors/problem.ts';

export type WatchResult = Exclude<FileResult, { readonly status: 'submitted' }>;

/** After a failure; `inMs` is null if the file is not tried again unless it changes. */
export type Retry = { readonly attempt: number; readonly inMs: number | null };

export type WatchReporter = Pick<Reporter, 'finish' | 'interrupted'> & {
  started(folder: string, output: string): void;
  fileEnded(file: string, result: WatchResult, retry: Retry | null): void;
  /** The server or the folder cannot be reached; all files wait. */
  waiting(problem: Problem, inMs: number): void;
};

function retryText({ attempt, inMs }: Retry): string {
  return inMs === null
    ? 'not tried again unless the file changes'
    : `attempt ${attempt}, trying again in ${elapsed(inMs)}`;
}

function lineReporter(stream: Output, styles: Styles, isQuiet: boolean): WatchReporter {
  const { finish, interrupted } = plainReporter(stream, styles);
  const write = (line: string) => void stream.write(`${line}\n`);
  return {
    finish,
    interrupted,
    started(folder, output) {
      if (!isQuiet)
        write(`Watching ${safeText(folder)}. Results go to ${safeText(output)}. Press Ctrl-C to stop.`);
    },
    fileEnded(file, result, retry) {
      if (result.status === 'failed') {
        write(`${resultLine(file, result)}${retry ? ` (${retryText(retry)})` : ''}`);
      } else if (!isQuiet) write(resultLine(file, result));
      if (result.status === 'done' && !isQuiet)
        for (const line of warningLines(file, result.warnings)) write(`warning: ${line}`);
    },
    waiting: (problem, inMs) =>
      write(`${styles.yellow('waiting:')} ${safeText(problem.message)} Trying again in ${elapsed(inMs)}.`),
  };
}

function jsonReporter(stream: Output): WatchReporter {
  const { finish, interrupted } = eventReporter(stream);
  const write = (event: Readonly<Record<string, unknown>>) => void stream.write(`${JSON.stringify(event)}\n`);
  const inSeconds = (ms: number | null) => (ms === null ? null : seconds(ms));
  return {
    finish,
    interrupted,
    started: (folder, output) => write({ event: 'watching', folder, output }),
    fileEnded(file, result, retry) {
      const { event, ...rest } = resultEvent(result);
      const retries = retry && { attempt: retry.attempt, retry_in_seconds: inSeconds(retry.inMs) };
      write({ event, file, ...rest, ...retries });
    },
    waiting: (problem, inMs) =>
      write({ event: 'waiting', error: problemJson(problem), retry_in_seconds: inSeconds(inMs) }),
  };
}

export function chooseWatchReporter({ environment, globalOptions, err }: Context): WatchReporter {
  return globalOptions.json
    ? jsonReporter(environment.stdout)
    : lineReporter(environment.stderr, err, globalOptions.quiet === true);
}
