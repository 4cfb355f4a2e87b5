/** Loads the plans: the defaults, with the overrides of the operator's file. */
import { readFileSync } from 'node:fs';
import { defaultPlans, overridePlans, type Plans } from '../domain/plan.ts';

export function loadPlans(file: string | null): Plans {
  return file === null ? defaultPlans : overridePlans(defaultPlans, JSON.parse(readFileSync(file, 'utf8')));
}
