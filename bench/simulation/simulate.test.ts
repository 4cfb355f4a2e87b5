/** The simulation is trusted as far as it agrees with what is known without it. */
import { describe, expect, it } from 'vitest';
import { newCalendar } from './calendar.ts';
import type { PlanModel, PlanName, Scenario } from './model.ts';
import { allScenarios } from './scenarios.ts';
import { simulate } from './simulate.ts';

const nobody: PlanModel = { priority: 0, activeJobsMax: 1_000_000, accounts: 0, jobsPerDay: 0 };
const daySeconds = 86_400;
const costs = { pagesPerJob: 5, secondsPerPage: 0.06, secondsPerJob: 0.1, tasksPerSecondMax: 100 };

function scenario(
  change: Partial<Scenario>,
  plans: Partial<Record<PlanName, Partial<PlanModel>>> = {},
): Scenario {
  const plan = (name: PlanName) => ({ ...nobody, ...plans[name] });
  return {
    name: 'test',
    about: '',
    seconds: 20_000,
    cells: 1,
    plans: { free: plan('free'), pro: plan('pro'), business: plan('business') },
    wave: 0,
    beginsAtSeconds: 0,
    troubles: [],
    autoscaler: {
      slotsMin: 1,
      slotsMax: 1,
      everySeconds: 15,
      startSeconds: 60,
      ageTargetSeconds: 1e9,
      busyMin: 0,
    },
    costs,
    seed: 7,
    ...change,
  };
}

describe('the calendar', () => {
  it('gives back entries by their time, and those of one moment in the order they came', () => {
    const calendar = newCalendar<string>();
    for (const [at, what] of [
      [3, 'c'],
      [1, 'a'],
      [2, 'b'],
      [1, 'a2'],
      [0, 'first'],
    ] as const)
      calendar.add(at, what);
    const order = Array.from({ length: 5 }, () => calendar.next()?.what);
    expect(order).toEqual(['first', 'a', 'a2', 'b', 'c']);
    expect(calendar.next()).toBeNull();
  });
});

describe('the simulation', { timeout: 60_000 }, () => {
  it('agrees with the formula of Pollaczek and Khinchine for one slot', () => {
    // One page of constant mean, jobs at 60 % load: the mean wait is known from mean and variance of the service alone.
    const one = { pagesPerJob: 1e-9, secondsPerPage: 1, secondsPerJob: 0, tasksPerSecondMax: 1e9 };
    const load = 0.6;
    const outcome = simulate(
      scenario(
        { seconds: 200_000, costs: one },
        { free: { accounts: 50, jobsPerDay: (load * daySeconds) / 50 } },
      ),
    );
    const spread = 0.6;
    const secondMoment = Math.exp(spread * spread);
    const expected = (load * secondMoment) / (2 * (1 - load));
    const waits = outcome.waiting.free;
    expect(waits?.jobs).toBeGreaterThan(100_000);
    expect(waits?.mean).toBeGreaterThan(expected * 0.93);
    expect(waits?.mean).toBeLessThan(expected * 1.07);
  });

  it('is the same for the same seed and another for another', () => {
    const [wave] = allScenarios(costs, 3).map((one) => ({ ...one, seconds: 1_800 }));
    if (wave === undefined) throw new Error('no scenario');
    expect(simulate(wave)).toEqual(simulate(wave));
    expect(simulate(wave)).not.toEqual(simulate({ ...wave, seed: 4 }));
  });

  it('loses no job: every accepted one has ended or is left', () => {
    for (const one of allScenarios(costs, 5)) {
      const outcome = simulate({ ...one, seconds: Math.min(one.seconds, 2_500) });
      const ended = Object.values(outcome.waiting).reduce((sum, { jobs }) => sum + jobs, 0);
      expect(ended).toBe(outcome.ended);
      expect(outcome.left).toBe(outcome.accepted - outcome.ended);
      expect(outcome.left).toBeGreaterThanOrEqual(0);
    }
  });

  it('serves the higher plan first', () => {
    const busy = { accounts: 100, jobsPerDay: (0.45 * daySeconds) / 100 };
    const outcome = simulate(
      scenario(
        {
          costs: { pagesPerJob: 1e-9, secondsPerPage: 1, secondsPerJob: 0, tasksPerSecondMax: 1e9 },
          seconds: 50_000,
        },
        { free: busy, business: { ...busy, priority: 20 } },
      ),
    );
    expect(outcome.waiting.business?.mean).toBeLessThan((outcome.waiting.free?.mean ?? 0) / 3);
  });

  it('brings back the jobs of lost workers, which wait for their lease', () => {
    const [, , loss] = allScenarios(costs);
    if (loss === undefined) throw new Error('no scenario');
    const outcome = simulate({ ...loss, seconds: 3_000 });
    expect(outcome.lost).toBeGreaterThan(0);
    expect(outcome.left).toBeLessThan(outcome.accepted / 100);
    const worst = Math.max(...Object.values(outcome.waiting).map(({ max }) => max));
    expect(worst).toBeGreaterThanOrEqual(17);
  });

  it('never has more jobs of an account under way than its plan allows, and tells the others so', () => {
    const outcome = simulate(
      scenario({ seconds: 500 }, { free: { accounts: 1, activeJobsMax: 2, jobsPerDay: 10 * daySeconds } }),
    );
    expect(outcome.waiting.free?.refusals).toBeGreaterThan(0);
    expect(outcome.left).toBeLessThanOrEqual(2);
  });

  it('takes no more tasks from a cell’s database than it can give', () => {
    const outcome = simulate(
      scenario(
        {
          costs: { ...costs, tasksPerSecondMax: 2 },
          autoscaler: { ...scenario({}).autoscaler, slotsMin: 1_000, slotsMax: 1_000 },
          seconds: 1_000,
        },
        { free: { accounts: 100, jobsPerDay: (10 * daySeconds) / 100 } },
      ),
    );
    expect(outcome.ended).toBeLessThanOrEqual(2_001);
    expect(outcome.ended).toBeGreaterThan(1_900);
  });

  it('adds slots when the line grows old and gives them back when they stand idle', () => {
    const scaler = {
      slotsMin: 2,
      slotsMax: 500,
      everySeconds: 15,
      startSeconds: 60,
      ageTargetSeconds: 5,
      busyMin: 0.6,
    };
    const burst = { kind: 'burst', from: 2_000, to: 2_600, factor: 10 } as const;
    const plans = { free: { accounts: 2_000, jobsPerDay: (5 * daySeconds) / 2_000 } };
    const scaled = simulate(scenario({ autoscaler: scaler, troubles: [burst] }, plans));
    const fixed = simulate(scenario({ autoscaler: { ...scaler, slotsMax: 3 }, troubles: [burst] }, plans));
    expect(scaled.slotsPeak).toBeGreaterThan(10);
    expect(scaled.slotsMean).toBeLessThan(scaled.slotsPeak / 2);
    expect(scaled.waiting.free?.p99).toBeLessThan((fixed.waiting.free?.p99 ?? 0) / 2);
  });

  it('adds no slots where the database is what everybody waits for', () => {
    const scaler = { ...scenario({}).autoscaler, slotsMin: 20, slotsMax: 5_000, ageTargetSeconds: 5 };
    const outcome = simulate(
      scenario(
        { costs: { ...costs, tasksPerSecondMax: 2 }, autoscaler: scaler, seconds: 3_000 },
        { free: { accounts: 100, jobsPerDay: (4 * daySeconds) / 100 } },
      ),
    );
    expect(outcome.ageMax).toBeGreaterThan(100);
    expect(outcome.slotsPeak).toBeLessThan(40);
  });

  it('keeps the noise of one account in its own cell', () => {
    const [, , , noisy] = allScenarios(costs);
    if (noisy === undefined) throw new Error('no scenario');
    const outcome = simulate({ ...noisy, seconds: 4_000 });
    expect(outcome.waiting.noisy?.refusals).toBeGreaterThan(1_000);
    expect(outcome.waiting.pro?.p99).toBeLessThan(10);
  });
});
