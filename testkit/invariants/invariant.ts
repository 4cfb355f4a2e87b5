/** The form of an invariant: an id, a sentence, and a function from evidence to violations. */
import type { Evidence } from './evidence.ts';

export type Finding = {
  /** Number of items checked; 0 means that the run says nothing about this invariant. */
  readonly looked: number;
  readonly violations: readonly string[];
};

export type Invariant = {
  readonly id: string;
  readonly says: string;
  readonly check: (evidence: Evidence) => Finding;
};

/** Checks each item; an empty list of violations means that the invariant holds. */
export function each<Item>(
  items: Iterable<Item>,
  complaintsOf: (item: Item) => readonly (string | false | null | undefined)[],
): Finding {
  const all = [...items];
  const violations = all.flatMap(complaintsOf).filter((one): one is string => Boolean(one));
  return { looked: all.length, violations };
}

export function both(...findings: readonly Finding[]): Finding {
  return {
    looked: findings.reduce((sum, { looked }) => sum + looked, 0),
    violations: findings.flatMap(({ violations }) => violations),
  };
}

/** Observations of the run, for invariants that cannot be checked from rows and objects. */
export function observed(evidence: Evidence, id: string): Finding {
  const seen = evidence.journal.observations.filter(({ invariant }) => invariant === id);
  return each(seen, ({ what, holds }) => [!holds && what]);
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  return Map.groupBy(items, keyOf);
}
