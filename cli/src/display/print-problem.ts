/** Formats an error for the terminal and for --json: what happened, what to do next, and ids for a report. */

import type { Problem } from '../errors/problem.ts';
import { exitCode } from '../exit-codes.ts';
import { type Styles, safeText } from './style.ts';

/** The message of a single invalid field usually contains location and reason already. */
function repeats(message: string, fault: string): boolean {
  const [place = '', ...text] = fault.split(': ');
  // The message names a field without the part of the request it is in: `pages`, not `options.pages`.
  const isNamed = place.split('.').some((name) => message.includes(name));
  return isNamed && message.includes(text.join(': '));
}

export function problemText(problem: Problem, styles: Styles): string {
  const { red, cyan, dim } = styles;
  const lines = [`${red('error:')} ${safeText(problem.message)}`];
  for (const fault of problem.faults ?? []) {
    if (!repeats(problem.message, fault)) lines.push(`       ${safeText(fault)}`);
  }
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
