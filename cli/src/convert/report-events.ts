/** A batch for programs: one JSON object per line on stdout. */
import { problemJson } from '../errors/print-problem.ts';
import { exitCode } from '../exit-codes.ts';
import type { Output } from '../world.ts';
import type { End, Reporter, Summary } from './steps.ts';

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

type Told = Exclude<End, { readonly end: 'submitted' }>;

function bodyOf(end: Told): Readonly<Record<string, unknown>> {
  switch (end.end) {
    case 'done':
      return {
        event: 'done',
        job_id: end.jobId,
        pages: end.pages,
        outputs: end.files,
        warnings: end.warnings,
        seconds: seconds(end.tookMs),
      };
    case 'skipped':
      return { event: 'skipped', outputs: end.files };
    case 'failed':
      return { event: 'failed', job_id: end.jobId, error: problemJson(end.problem) };
  }
}

function totals(summary: Summary): Readonly<Record<string, unknown>> {
  const { tookMs, exit, stoppedBy, resume: _, ...counts } = summary;
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
    begin: (files) => write({ event: 'started', files }),
    step(file, step) {
      if (step.step === 'submitted') write({ event: 'submitted', file, job_id: step.jobId });
    },
    end(file, end) {
      // The step of being submitted has said it.
      if (end.end === 'submitted') return;
      const { event, ...rest } = bodyOf(end);
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
