/** The form every error has on the screen: what happened, what to do next, and the ids to quote. */
import { type Styles, safeText } from '../display/style.ts';
import { exitCode } from '../exit-codes.ts';
import type { Problem } from './problem.ts';

export function problemText(problem: Problem, styles: Styles): string {
  const { red, cyan, dim } = styles;
  const lines = [`${red('error:')} ${safeText(problem.message)}`];
  for (const fault of problem.faults ?? []) lines.push(`       ${safeText(fault)}`);
  lines.push(`${cyan('next:')}  ${safeText(problem.next)}`);
  if (problem.jobId) lines.push(dim(`job:   ${safeText(problem.jobId)}`));
  if (problem.requestId) lines.push(dim(`request: ${safeText(problem.requestId)}`));
  return `${lines.join('\n')}\n`;
}

export type ProblemJson = {
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly exit_code: number;
  readonly faults?: readonly string[];
  readonly request_id?: string;
  readonly job_id?: string;
};

export function problemJson(problem: Problem): ProblemJson {
  const { code, message, next, exit, faults, requestId, jobId } = problem;
  return {
    code,
    message,
    next,
    exit_code: exitCode(exit),
    ...(faults && { faults }),
    ...(requestId && { request_id: requestId }),
    ...(jobId && { job_id: jobId }),
  };
}
