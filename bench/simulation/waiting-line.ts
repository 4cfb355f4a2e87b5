/** Jobs that wait in one cell: the higher plan first, within a plan the one that has waited longest. */
import type { Job } from './model.ts';

export type WaitingLine = {
  add(job: Job): void;
  /** In front of its peers: it has waited its turn once. */
  addFirst(job: Job): void;
  take(): Job | null;
  /** Seconds since the one that waits longest came in; 0 when nobody waits. */
  age(now: number): number;
  readonly length: number;
};

/** A queue that gives up what was taken now and then, instead of moving everything at each turn. */
class Lane {
  #jobs: Job[] = [];
  #first = 0;

  get oldest(): Job | undefined {
    return this.#jobs[this.#first];
  }

  push(job: Job): void {
    this.#jobs.push(job);
  }

  unshift(job: Job): void {
    if (this.#first === 0) this.#jobs.unshift(job);
    else {
      this.#first -= 1;
      this.#jobs[this.#first] = job;
    }
  }

  shift(): Job | undefined {
    const job = this.#jobs[this.#first];
    if (job !== undefined) this.#first += 1;
    if (this.#first > 1_024 && this.#first * 2 > this.#jobs.length) {
      this.#jobs = this.#jobs.slice(this.#first);
      this.#first = 0;
    }
    return job;
  }
}

export function newWaitingLine(): WaitingLine {
  const lanes = new Map<number, Lane>();
  let priorities: number[] = [];
  let length = 0;
  const laneOf = (priority: number) => {
    const known = lanes.get(priority);
    if (known) return known;
    const lane = new Lane();
    lanes.set(priority, lane);
    priorities = [...lanes.keys()].sort((left, right) => right - left);
    return lane;
  };
  return {
    add: (job) => {
      laneOf(job.priority).push(job);
      length += 1;
    },
    addFirst: (job) => {
      laneOf(job.priority).unshift(job);
      length += 1;
    },
    take: () => {
      for (const priority of priorities) {
        const job = lanes.get(priority)?.shift();
        if (job === undefined) continue;
        length -= 1;
        return job;
      }
      return null;
    },
    age: (now) => {
      const oldest = [...lanes.values()].flatMap((lane) => lane.oldest?.queuedAt ?? []);
      return oldest.length === 0 ? 0 : now - Math.min(...oldest);
    },
    get length() {
      return length;
    },
  };
}
