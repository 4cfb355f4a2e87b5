/** Discrete events: queue, autoscaler and cells under a scenario, the same for the same seed. */
import { type Random, seededRandom } from '@octavo/testkit/seeded-random.ts';
import {
  drawPages,
  drawServiceSeconds,
  exponential,
  intensityAt,
  type Population,
  populate,
} from './arrivals.ts';
import { type Calendar, newCalendar } from './calendar.ts';
import { type Cell, countSlots, decide, newCell } from './cell.ts';
import { type Account, type Job, type PlanName, planNames, type Scenario } from './model.ts';
import { type Outcome, outcomeOf, Tally } from './tally.ts';

type Happening =
  | { readonly kind: 'arrival'; readonly plan: PlanName }
  | { readonly kind: 'noise'; readonly to: number; readonly jobsPerSecond: number }
  | { readonly kind: 'try'; readonly job: Job }
  | { readonly kind: 'end'; readonly job: Job; readonly attempt: number; readonly cell: Cell }
  | { readonly kind: 'turn'; readonly cell: Cell }
  | { readonly kind: 'ready'; readonly cell: Cell; readonly slots: number }
  | { readonly kind: 'look'; readonly cell: Cell }
  | { readonly kind: 'loss'; readonly share: number; readonly leaseSeconds: number }
  | { readonly kind: 'back'; readonly job: Job };

/** A client that was told to come back later does so after this long, give or take half. */
const retrySeconds = 5;
/** A submit that is never let in is given up after this many tries. */
const triesMax = 200;

/** Enough for the average of the first minutes at a comfortable load. */
function slotsAtFirst(
  { costs, cells, autoscaler, ...scenario }: Scenario,
  { perSecond }: Population,
): number {
  const jobsPerSecond = planNames.reduce((sum, plan) => sum + perSecond[plan], 0);
  const busy =
    (jobsPerSecond * intensityAt(0, { costs, cells, autoscaler, ...scenario }) * serviceMean(costs)) / cells;
  return Math.min(autoscaler.slotsMax, Math.max(autoscaler.slotsMin, Math.ceil(busy * 1.4)));
}

const serviceMean = ({ secondsPerJob, secondsPerPage, pagesPerJob }: Scenario['costs']) =>
  secondsPerJob + secondsPerPage * pagesPerJob;

class World {
  readonly #scenario: Scenario;
  readonly #population: Population;
  readonly #calendar: Calendar<Happening> = newCalendar();
  readonly #chance: Readonly<Record<'arrivals' | 'work' | 'retries' | 'loss', Random>>;
  readonly #cells: readonly Cell[];
  readonly #noisy: Account;
  readonly #tally: Tally;

  constructor(scenario: Scenario) {
    const random = seededRandom(scenario.seed);
    const { activeJobsMax } = scenario.plans.business;
    this.#scenario = scenario;
    this.#population = populate(scenario);
    this.#chance = {
      arrivals: random.fork('arrivals'),
      work: random.fork('work'),
      retries: random.fork('retries'),
      loss: random.fork('loss'),
    };
    const slots = slotsAtFirst(scenario, this.#population);
    this.#cells = Array.from({ length: scenario.cells }, (_, number) => newCell(number, slots));
    this.#noisy = { number: 0, plan: 'business', cell: 0, activeJobsMax, active: 0 };
    this.#tally = new Tally(this.#noisy);
  }

  run(): Outcome {
    const { seconds, autoscaler, troubles } = this.#scenario;
    for (const plan of planNames) this.#expectArrival(plan, 0);
    for (const cell of this.#cells) this.#calendar.add(autoscaler.everySeconds, { kind: 'look', cell });
    for (const trouble of troubles) {
      if (trouble.kind === 'loss') this.#calendar.add(trouble.at, trouble);
      if (trouble.kind === 'noisy') this.#calendar.add(trouble.from, { ...trouble, kind: 'noise' });
    }
    for (let next = this.#calendar.next(); next !== null && next.at < seconds; next = this.#calendar.next()) {
      this.#happen(next.what, next.at);
    }
    for (const cell of this.#cells) countSlots(cell, seconds);
    return outcomeOf(this.#scenario, this.#tally, this.#cells);
  }

  #happen(what: Happening, now: number): void {
    switch (what.kind) {
      case 'arrival':
        this.#arrive(what.plan, now);
        break;
      case 'noise':
        this.#noise(what, now);
        break;
      case 'try':
        this.#submit(what.job, now);
        break;
      case 'turn':
        what.cell.isTurnExpected = false;
        this.#dispatch(what.cell, now);
        break;
      case 'end':
        this.#end(what, now);
        break;
      case 'ready':
        this.#ready(what.cell, what.slots, now);
        break;
      case 'look':
        this.#look(what.cell, now);
        break;
      case 'loss':
        this.#lose(what.share, what.leaseSeconds, now);
        break;
      case 'back':
        this.#comeBack(what.job, now);
        break;
    }
  }

  #arrive(plan: PlanName, now: number): void {
    const account = this.#chance.arrivals.pick(this.#population.accounts[plan]);
    this.#submit(this.#newJob(account, now), now);
    this.#expectArrival(plan, now);
  }

  #newJob(account: Account, now: number): Job {
    const { costs, plans } = this.#scenario;
    const pages = drawPages(this.#chance.work, costs.pagesPerJob);
    return {
      account,
      priority: plans[account.plan].priority,
      pages,
      serviceSeconds: drawServiceSeconds(this.#chance.work, pages, this.#scenario),
      wantedAt: now,
      queuedAt: now,
      begunAt: now,
      tries: 0,
      attempt: 0,
    };
  }

  #expectArrival(plan: PlanName, now: number): void {
    const perSecond = this.#population.perSecond[plan] * intensityAt(now, this.#scenario);
    if (perSecond <= 0) return;
    const at = now + exponential(this.#chance.arrivals, perSecond);
    if (at < this.#scenario.seconds) this.#calendar.add(at, { kind: 'arrival', plan });
  }

  #noise(noise: Extract<Happening, { kind: 'noise' }>, now: number): void {
    this.#submit(this.#newJob(this.#noisy, now), now);
    const at = now + exponential(this.#chance.arrivals, noise.jobsPerSecond);
    if (at < noise.to) this.#calendar.add(at, noise);
  }

  #submit(job: Job, now: number): void {
    const { account } = job;
    if (account.active >= account.activeJobsMax) {
      this.#tally.refuse(job);
      job.tries += 1;
      const laterSeconds = retrySeconds * (0.5 + this.#chance.retries.next());
      if (job.tries < triesMax) this.#calendar.add(now + laterSeconds, { kind: 'try', job });
      return;
    }
    account.active += 1;
    job.queuedAt = now;
    this.#tally.accepted += 1;
    const cell = this.#cellOf(job);
    cell.line.add(job);
    this.#dispatch(cell, now);
  }

  #cellOf({ account }: Job): Cell {
    return this.#cells[account.cell] as Cell;
  }

  /** Begins as many as there are free slots; the database of the cell takes its time for each. */
  #dispatch(cell: Cell, now: number): void {
    while (cell.running.size < cell.slots) {
      if (cell.databaseFreeAt > now) {
        if (cell.line.length > 0 && !cell.isTurnExpected) {
          cell.isTurnExpected = true;
          this.#calendar.add(cell.databaseFreeAt, { kind: 'turn', cell });
        }
        return;
      }
      const job = cell.line.take();
      if (job === null) return;
      cell.databaseFreeAt = now + 1 / this.#scenario.costs.tasksPerSecondMax;
      cell.running.add(job);
      job.begunAt = now;
      this.#calendar.add(now + job.serviceSeconds, { kind: 'end', job, attempt: job.attempt, cell });
    }
  }

  #end({ job, attempt, cell }: Extract<Happening, { kind: 'end' }>, now: number): void {
    if (job.attempt !== attempt) return;
    cell.running.delete(job);
    job.account.active -= 1;
    this.#tally.end(job);
    this.#dispatch(cell, now);
  }

  #ready(cell: Cell, slots: number, now: number): void {
    countSlots(cell, now);
    cell.starting -= slots;
    cell.slots += slots;
    this.#dispatch(cell, now);
  }

  #look(cell: Cell, now: number): void {
    const { autoscaler, seconds } = this.#scenario;
    this.#tally.ageMax = Math.max(this.#tally.ageMax, cell.line.age(now));
    const change = decide(cell, now, autoscaler);
    countSlots(cell, now);
    if (change > 0) {
      cell.starting += change;
      this.#calendar.add(now + autoscaler.startSeconds, { kind: 'ready', cell, slots: change });
    } else cell.slots += change;
    if (now + autoscaler.everySeconds < seconds) {
      this.#calendar.add(now + autoscaler.everySeconds, { kind: 'look', cell });
    }
  }

  /** Their jobs are free again when their leases are over; the slots are the autoscaler's to replace. */
  #lose(share: number, leaseSeconds: number, now: number): void {
    for (const cell of this.#cells) {
      countSlots(cell, now);
      cell.slots -= Math.floor(cell.slots * share);
      const hit = this.#chance.loss
        .shuffled([...cell.running])
        .slice(0, Math.floor(cell.running.size * share));
      for (const job of hit) {
        cell.running.delete(job);
        job.attempt += 1;
        this.#tally.lost += 1;
        this.#calendar.add(now + leaseSeconds, { kind: 'back', job });
      }
    }
  }

  #comeBack(job: Job, now: number): void {
    const cell = this.#cellOf(job);
    cell.line.addFirst(job);
    this.#dispatch(cell, now);
  }
}

export const simulate = (scenario: Scenario): Outcome => new World(scenario).run();
