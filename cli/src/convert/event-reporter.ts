/** Reports a batch as one JSON object per line. */

import type { Output } from '../cli-environment.ts';
import { problemJson } from '../display/print-problem.ts';
import { exitCode } from '../exit-codes.ts';
import type { FileResult, Reporter, Summary } from './reporter.ts';

export function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

export type ReportedResult = Exclude<FileResult, { readonly status: 'submitted' }>;

export function resultEvent(result: ReportedResult): Readonly<Record<string, unknown>> {
  switch (result.status) {
    case 'done':
      return {
        event: 'done',
        job_id: result.jobId,
        pages: result.pages,
        outputs: result.files,
        warnings: result.warnings,
        seconds: seconds(result.tookMs),
      };
    case 'skipped':
      return { event: 'skipped', outputs: result.files };
    case 'failed':
      return { event: 'failed', job_id: result.jobId, error: problemJson(result.problem) };
  }
}

function totals(summary: Summary): Readonly<Record<string, unknown>> {
  const { tookMs, exit, stoppedBy, resume: _, failures: __, ...counts } = summary;
  return {
    ...counts,
    seconds: seconds(tookMs),
    exit_code: exitCode(exit),
    stopped_by: stoppedBy && problemJson(stoppedBy),
  };
}

export function eventReporter(stream: Output): Reporter {
  const write = (event: Readonly<Record<string, unknown>>) => void stream.write(`${JSON.stringify(event)}\n`);
  return {
    start: (files) => write({ event: 'started', files }),
    step(file, step) {
      if (step.step === 'submitted') write({ event: 'submitted', file, job_id: step.jobId });
    },
    fileEnded(file, result) {
      // Already reported as a step.
      if (result.status === 'submitted') return;
      const { event, ...rest } = resultEvent(result);
      write({ event, file, ...rest });
    },
    finish: (summary) => write({ event: 'finished', ...totals(summary) }),
    interrupted: (running, resume) =>
      write({
        event: 'interrupted',
        running: running.map(({ file, jobId }) => ({ file, job_id: jobId })),
        next: resume,
      }),
    close() {},
  };
}
