/** The form of an invariant: an id, a sentence, and a function from evidence to violations. */
import type { Evidence } from './evidence.ts';

export type Finding = {
  /** How many things were looked at: none means that the run says nothing about this invariant. */
  readonly looked: number;
  readonly violations: readonly string[];
};

export type Invariant = {
  readonly id: string;
  readonly says: string;
  readonly check: (evidence: Evidence) => Finding;
};

/** Looks at each item; an empty list of complaints is a held invariant. */
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

/** What the run itself saw of an invariant that leaves no trace in rows and objects. */
export function observed(evidence: Evidence, id: string): Finding {
  const seen = evidence.journal.observations.filter(({ invariant }) => invariant === id);
  return each(seen, ({ what, holds }) => [!holds && what]);
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  return Map.groupBy(items, keyOf);
}
