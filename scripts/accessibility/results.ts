/** Figures of a collection of documents as they are kept in `results.json`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessibilityReport } from '../../server/src/domain/accessibility.ts';
import type { CostFigures } from './cost.ts';

export type Rule = {
  readonly clause: string;
  readonly description: string;
  /** Documents that fail it. */
  readonly before: number;
  readonly after: number;
  /** Places in all documents, with those that the report does not list. */
  readonly countAfter: number;
};

export type CollectionResults = {
  readonly at: string;
  readonly commit: string;
  readonly files: number;
  readonly tagged: number;
  readonly passBefore: number;
  readonly passAfter: number;
  readonly rules: readonly Rule[];
  readonly cost: CostFigures | null;
};

const resultsPath = join(import.meta.dirname, 'results.json');

export const readResults = (): CollectionResults | undefined =>
  existsSync(resultsPath) ? (JSON.parse(readFileSync(resultsPath, 'utf8')) as CollectionResults) : undefined;

export function writeResults(results: CollectionResults): void {
  writeFileSync(resultsPath, `${JSON.stringify(results, null, 2)}\n`);
}

/** In the order of the standard. */
export function rulesOf(reports: readonly AccessibilityReport[]): readonly Rule[] {
  const rules = new Map<string, Rule>();
  const change = (clause: string, description: string, by: Partial<Record<keyof Rule, number>>) => {
    const rule = rules.get(clause) ?? { clause, description, before: 0, after: 0, countAfter: 0 };
    const sum = (key: 'before' | 'after' | 'countAfter') => rule[key] + (by[key] ?? 0);
    const counts = { before: sum('before'), after: sum('after'), countAfter: sum('countAfter') };
    rules.set(clause, { ...rule, ...counts });
  };
  for (const { before, after } of reports) {
    for (const { clause, description } of before?.failures ?? []) change(clause, description, { before: 1 });
    for (const { clause, description, count } of after?.failures ?? [])
      change(clause, description, { after: 1, countAfter: count });
  }
  return [...rules.values()].toSorted((a, b) => a.clause.localeCompare(b.clause, 'en', { numeric: true }));
}
