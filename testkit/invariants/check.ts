/** Checks every invariant against the evidence of a run. */
import { conductInvariants } from './behaviour.ts';
import type { Evidence } from './evidence.ts';
import type { Finding, Invariant } from './invariant.ts';
import { lifeInvariants } from './job-life.ts';
import { meteringInvariants } from './metering.ts';
import { storageInvariants } from './storage.ts';

const numberOf = ({ id }: Invariant) => Number(id.slice(1));

export const invariants: readonly Invariant[] = [
  ...lifeInvariants,
  ...meteringInvariants,
  ...storageInvariants,
  ...conductInvariants,
].sort((left, right) => numberOf(left) - numberOf(right));

export type Verdict = ReadonlyMap<string, Finding>;

export const check = (evidence: Evidence): Verdict =>
  new Map(invariants.map((invariant) => [invariant.id, invariant.check(evidence)]));

export const violationsOf = (verdict: Verdict, id: string) => verdict.get(id)?.violations ?? [];

/** Invariants of the list for which a run checked nothing: it shows nothing about them. */
export const unobserved = (verdict: Verdict, ids: readonly string[]): string[] =>
  ids
    .filter((id) => (verdict.get(id)?.looked ?? 0) === 0)
    .map((id) => `nothing was checked for ${id}, so the run shows nothing about it`);

/** One line per violation: `I6: … is charged twice`. */
export const complaints = (verdict: Verdict): string[] =>
  [...verdict].flatMap(([id, { violations }]) => violations.map((violation) => `${id}: ${violation}`));
