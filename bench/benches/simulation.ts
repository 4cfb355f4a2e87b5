/** Whether the plan for growth holds: queue, autoscaler and cells under a wave, a burst, a loss and a noisy account. */
import type { Bench, Context, Measured, Table } from '../bench.ts';
import { readResults } from '../results.ts';
import { costsFrom } from '../simulation/costs.ts';
import type { Costs } from '../simulation/model.ts';
import { allScenarios } from '../simulation/scenarios.ts';
import { simulate } from '../simulation/simulate.ts';
import type { Outcome } from '../simulation/tally.ts';

/** Only to see that it runs; a report takes what was measured. */
const assumed: Costs = { pagesPerJob: 5, secondsPerPage: 0.06, secondsPerJob: 0.1, tasksPerSecondMax: 20 };

function waitingTable(outcomes: readonly Outcome[]): Table {
  return {
    title: 'Seconds from the first try to submit until the work begins',
    columns: ['scenario', 'plan', 'jobs', 'median', 'p95', 'p99', 'longest', 'refused tries'],
    rows: outcomes.flatMap(({ scenario, waiting }) =>
      Object.entries(waiting).map(([group, { jobs, p50, p95, p99, max, refusals }]) => [
        scenario,
        group,
        jobs,
        p50,
        p95,
        p99,
        max,
        refusals,
      ]),
    ),
  };
}

function slotsTable(outcomes: readonly Outcome[]): Table {
  return {
    title: 'What the autoscaler did',
    columns: [
      'scenario',
      'jobs',
      'pages',
      'slots, mean',
      'slots, most',
      'oldest in line, s',
      'jobs of lost workers',
    ],
    rows: outcomes.map((one) => [
      one.scenario,
      one.ended,
      one.pages,
      one.slotsMean,
      one.slotsPeak,
      one.ageMax,
      one.lost,
    ]),
  };
}

async function run({ size, results, say }: Context): Promise<Measured> {
  const isTrial = size === 'smoke';
  const costs = isTrial ? assumed : costsFrom(readResults(results));
  const scenarios = allScenarios(costs).map((one) => (isTrial ? { ...one, seconds: 2_400 } : one));
  const outcomes = scenarios.map((scenario) => {
    say(`  ${scenario.name}: ${scenario.about}`);
    return simulate(scenario);
  });
  const { pagesPerJob, secondsPerPage, secondsPerJob, tasksPerSecondMax } = costs;
  return {
    tables: [waitingTable(outcomes), slotsTable(outcomes)],
    notes: [
      `${isTrial ? 'assumed' : 'measured'} costs: ${pagesPerJob.toFixed(1)} pages a job, ${(secondsPerPage * 1000).toFixed(0)} ms a page, ${(secondsPerJob * 1000).toFixed(0)} ms around a job, ${tasksPerSecondMax.toFixed(0)} tasks a second for the database of a cell`,
      ...scenarios.map(({ name, about }) => `${name}: ${about}`),
      'seeded: the same costs give the same figures',
    ],
  };
}

export const simulation: Bench = {
  name: 'simulation',
  about:
    'queue, autoscaler and cells under a wave, a burst, a loss and a noisy account, by the costs measured above',
  rounds: { smoke: 1, standard: 1, full: 1 },
  minutes: { smoke: 1, standard: 1, full: 5 },
  withoutServices: true,
  run,
};
