/** What is counted on the way, and what is made of it at the end. */
import { quantile } from '../measure/spread.ts';
import type { Cell } from './cell.ts';
import { type Account, type Job, type PlanName, planNames, type Scenario } from './model.ts';

/** The noisy account is kept apart: what it does to the others is the question. */
export type Group = PlanName | 'noisy';

export type Waiting = {
  readonly jobs: number;
  /** Seconds from the first try to submit until the attempt that ended it began. */
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Tries that were answered with "too many jobs". */
  readonly refusals: number;
};

export type Outcome = {
  readonly scenario: string;
  readonly waiting: Readonly<Partial<Record<Group, Waiting>>>;
  readonly accepted: number;
  readonly ended: number;
  /** Waiting or running when the time was over. */
  readonly left: number;
  readonly lost: number;
  readonly pages: number;
  readonly slotsPeak: number;
  readonly slotsMean: number;
  /** The longest any cell's line grew old, at the moments the autoscaler looked. */
  readonly ageMax: number;
};

export class Tally {
  readonly #noisy: Account;
  readonly #waits = new Map<Group, number[]>();
  readonly #refusals = new Map<Group, number>();
  accepted = 0;
  ended = 0;
  lost = 0;
  pages = 0;
  ageMax = 0;

  constructor(noisy: Account) {
    this.#noisy = noisy;
  }

  #groupOf({ account }: Job): Group {
    return account === this.#noisy ? 'noisy' : account.plan;
  }

  refuse(job: Job): void {
    const group = this.#groupOf(job);
    this.#refusals.set(group, (this.#refusals.get(group) ?? 0) + 1);
  }

  end(job: Job): void {
    this.ended += 1;
    this.pages += job.pages;
    const group = this.#groupOf(job);
    const waits = this.#waits.get(group) ?? [];
    waits.push(job.begunAt - job.wantedAt);
    this.#waits.set(group, waits);
  }

  waiting(group: Group): Waiting | null {
    const waits = this.#waits.get(group);
    if (waits === undefined) return null;
    // Sorted once and in numbers: there may be a million.
    const sorted = Float64Array.from(waits).sort();
    const at = (share: number) => quantileOfSorted(sorted, share);
    return {
      jobs: sorted.length,
      mean: sorted.reduce((sum, wait) => sum + wait, 0) / sorted.length,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: at(1),
      refusals: this.#refusals.get(group) ?? 0,
    };
  }
}

function quantileOfSorted(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  return quantile([sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0], at - Math.floor(at));
}

export function outcomeOf({ name, seconds }: Scenario, tally: Tally, cells: readonly Cell[]): Outcome {
  const groups: readonly Group[] = [...planNames, 'noisy'];
  const waiting = groups.flatMap((group) => {
    const one = tally.waiting(group);
    return one === null ? [] : [[group, one] as const];
  });
  const sum = (of: (cell: Cell) => number) => cells.reduce((total, cell) => total + of(cell), 0);
  const { accepted, ended, lost, pages, ageMax } = tally;
  return {
    scenario: name,
    waiting: Object.fromEntries(waiting),
    accepted,
    ended,
    left: accepted - ended,
    lost,
    pages,
    slotsPeak: sum((cell) => cell.slotsPeak),
    slotsMean: sum((cell) => cell.slotSeconds) / seconds,
    ageMax,
  };
}
