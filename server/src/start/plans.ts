/** Loads the plans: the defaults, with the overrides of the operator's file. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { defaultPlans, overridePlans, type Plans } from '../domain/plan.ts';
import type { UpgradePath } from '../domain/upgrade-path.ts';

export function loadPlans(file: string | null): Plans {
  return file === null ? defaultPlans : overridePlans(defaultPlans, JSON.parse(readFileSync(file, 'utf8')));
}

export function upgradePathOf({ plans }: Pick<Config, 'plans'>): UpgradePath {
  return { url: plans.upgradeUrl, text: plans.upgradeText, contact: plans.operatorContact };
}
