/** Decides which outcomes of an examination are violations. A document may fail, with a class of the closed list and in time. */
import { failureClasses } from '../../server/src/ports/engine.ts';
import type { TargetResponse } from './target-client.ts';

export const findingKinds = ['hang', 'death', 'wrong done', 'unknown end', 'canary'] as const;
export type FindingKind = (typeof findingKinds)[number];
export type Violation = { readonly kind: FindingKind; readonly what: string };

export type Limits = { readonly preflightMs: number; readonly convertMs: number; readonly graceMs: number };

/** Observations besides the outcome itself. */
export type Observed = {
  /** Faults of converted results, found by the independent check. */
  readonly outputFaults: readonly string[];
  /** Outputs that contain the secret of the canary. */
  readonly canaryIn: readonly string[];
};

const reasons = ['unreadable', 'no_pages', 'too_many_pages', 'password_required', 'password_incorrect'];

function lateness({ preflightMs, convertMs }: TargetResponse, limits: Limits): Violation[] {
  const late = (what: string, tookMs: number, limitMs: number): Violation[] =>
    tookMs <= limitMs + limits.graceMs
      ? []
      : [{ kind: 'hang', what: `${what} took ${Math.round(tookMs)} ms, limit ${limitMs} ms` }];
  return [
    ...late('preflight', preflightMs, limits.preflightMs),
    ...late('conversion', convertMs, limits.convertMs),
  ];
}

function unknownEnds({ preflight, converted }: TargetResponse): Violation[] {
  const classes: readonly string[] = failureClasses;
  const found: string[] = [];
  if (preflight.status === 'refused' && !reasons.includes(preflight.reason)) found.push(preflight.reason);
  if (preflight.status === 'failed' && !classes.includes(preflight.failure.class))
    found.push(preflight.failure.class);
  if (converted?.status === 'failed' && !classes.includes(converted.failure.class))
    found.push(converted.failure.class);
  if (converted?.status === 'converted' && !Number.isInteger(converted.pageCount)) found.push('a page count');
  return found.map((what) => ({ kind: 'unknown end', what: `${what} is not in the closed list` }));
}

export function violationsOf(
  answer: TargetResponse,
  observed: Observed,
  limits: Limits,
): readonly Violation[] {
  return [
    ...lateness(answer, limits),
    ...unknownEnds(answer),
    ...observed.outputFaults.map((what): Violation => ({ kind: 'wrong done', what })),
    ...observed.canaryIn.map((place): Violation => ({ kind: 'canary', what: `the secret is in ${place}` })),
  ];
}

/** `converted`, or the failure class or refusal reason, for the table. */
export function endOf({ preflight, converted }: TargetResponse): string {
  if (converted !== null) return converted.status === 'converted' ? 'converted' : converted.failure.class;
  if (preflight.status === 'refused') return `refused: ${preflight.reason}`;
  return preflight.status === 'failed' ? `preflight: ${preflight.failure.class}` : preflight.status;
}
