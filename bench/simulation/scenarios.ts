/** What a plan for growth must stand: a day's wave, a burst, the loss of a third, one account that never stops. */
import {
  type Autoscaler,
  type Costs,
  type PlanModel,
  type PlanName,
  planNames,
  type Scenario,
} from './model.ts';

const hour = 3_600;
const minute = 60;
const daySeconds = 86_400;

/** Who they are: the limits and priorities of the shipped plans, and a guess at who sends how much. */
const mix: Readonly<Record<PlanName, Omit<PlanModel, 'accounts'> & { readonly share: number }>> = {
  free: { priority: 0, activeJobsMax: 2, jobsPerDay: 8, share: 0.15 },
  pro: { priority: 10, activeJobsMax: 5, jobsPerDay: 80, share: 0.3 },
  business: { priority: 20, activeJobsMax: 20, jobsPerDay: 1_600, share: 0.55 },
};

/** Not below twice what the largest plan may have under way: one account can never hold more than half of a cell. */
const autoscaler: Autoscaler = {
  slotsMin: 2 * mix.business.activeJobsMax,
  slotsMax: 4_000,
  everySeconds: 15,
  startSeconds: 90,
  ageTargetSeconds: 5,
  busyMin: 0.6,
};

/** As many accounts as it takes for so many jobs a second. */
function plansFor(jobsPerSecond: number): Readonly<Record<PlanName, PlanModel>> {
  const plan = (name: PlanName): PlanModel => {
    const { share, ...model } = mix[name];
    return { ...model, accounts: Math.ceil((jobsPerSecond * share * daySeconds) / model.jobsPerDay) };
  };
  return Object.fromEntries(planNames.map((name) => [name, plan(name)])) as Record<PlanName, PlanModel>;
}

/** Four cells, so that the trouble of one can be told from the quiet of the others; each at a tenth of its ceiling. */
export function allScenarios(costs: Costs, seed = 1): readonly Scenario[] {
  const cells = 4;
  const usual = plansFor(cells * 0.1 * costs.tasksPerSecondMax);
  const common = { cells, autoscaler, costs, seed, wave: 0, beginsAtSeconds: 9 * hour, plans: usual };
  return [
    {
      ...common,
      name: 'daily wave',
      about: 'a day from midnight, nine times as much at three in the afternoon as at three in the night',
      seconds: 24 * hour,
      // A quarter of the load, because a day of all of it takes minutes to compute.
      plans: plansFor(cells * 0.025 * costs.tasksPerSecondMax),
      autoscaler: { ...autoscaler, slotsMin: autoscaler.slotsMin / 4 },
      wave: 0.8,
      beginsAtSeconds: 0,
      troubles: [],
    },
    {
      ...common,
      name: '10 × burst',
      about: 'ten times as much for ten minutes, which is as much as the database of a cell can take',
      seconds: 2 * hour,
      troubles: [{ kind: 'burst', from: 30 * minute, to: 40 * minute, factor: 10 }],
    },
    {
      ...common,
      name: 'a third of the workers lost',
      about: 'a third of the slots die with their jobs, leases of 15 s run out, new ones are ordered',
      seconds: 2 * hour,
      troubles: [{ kind: 'loss', at: 30 * minute, share: 1 / 3, leaseSeconds: 17 }],
    },
    {
      ...common,
      name: 'one noisy account',
      about: 'one business account submits 50 jobs a second for an hour, in one of the four cells',
      seconds: 2 * hour,
      troubles: [{ kind: 'noisy', from: 20 * minute, to: 80 * minute, jobsPerSecond: 50 }],
    },
  ];
}
