/** Who submits what and when. */
import type { Random } from '@octavo/testkit/seeded-random.ts';
import { type Account, type PlanName, planNames, type Scenario, type Trouble } from './model.ts';

const daySeconds = 86_400;
/** Three in the afternoon. */
const peakSeconds = 54_000;
const pagesMax = 500;
/** Of the logarithm of the pages: most documents are short, a few are books. */
const pagesSpread = 1.1;
/** Of the time a page takes: tables and vector art make some much slower. */
const serviceSpread = 0.6;

/** Around 1: what arrives at this time of day, beside the average. */
export function waveAt(
  time: number,
  { wave, beginsAtSeconds }: Pick<Scenario, 'wave' | 'beginsAtSeconds'>,
): number {
  const angle = ((time + beginsAtSeconds - peakSeconds) / daySeconds) * 2 * Math.PI;
  return 1 + wave * Math.cos(angle);
}

function burstAt(time: number, troubles: readonly Trouble[]): number {
  return troubles.reduce(
    (factor, one) =>
      one.kind === 'burst' && time >= one.from && time < one.to ? factor * one.factor : factor,
    1,
  );
}

export const intensityAt = (time: number, scenario: Scenario) =>
  waveAt(time, scenario) * burstAt(time, scenario.troubles);

/** Two even chances into one normal one. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** With this mean, whatever the spread. */
const lognormal = (random: Random, mean: number, spread: number) =>
  mean * Math.exp(spread * normal(random) - (spread * spread) / 2);

export const exponential = (random: Random, perSecond: number) => -Math.log(1 - random.next()) / perSecond;

export function drawPages(random: Random, mean: number): number {
  return Math.min(pagesMax, Math.max(1, Math.round(lognormal(random, mean, pagesSpread))));
}

export function drawServiceSeconds(
  random: Random,
  pages: number,
  { costs }: Pick<Scenario, 'costs'>,
): number {
  return costs.secondsPerJob + pages * lognormal(random, costs.secondsPerPage, serviceSpread);
}

export type Population = {
  readonly accounts: Readonly<Record<PlanName, readonly Account[]>>;
  /** Jobs per second of a plan, before wave and bursts. */
  readonly perSecond: Readonly<Record<PlanName, number>>;
};

/** Accounts are spread over the cells in turn, plan by plan. */
export function populate({ plans, cells }: Scenario): Population {
  let number = 0;
  const members = (plan: PlanName): Account[] =>
    Array.from({ length: plans[plan].accounts }, (_, index) => {
      number += 1;
      return { number, plan, cell: index % cells, activeJobsMax: plans[plan].activeJobsMax, active: 0 };
    });
  const each = <Value>(of: (plan: PlanName) => Value) =>
    Object.fromEntries(planNames.map((plan) => [plan, of(plan)])) as Record<PlanName, Value>;
  return {
    accounts: each(members),
    perSecond: each((plan) => (plans[plan].accounts * plans[plan].jobsPerDay) / daySeconds),
  };
}
