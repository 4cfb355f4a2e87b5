/** What a run observed from outside, recorded as it happened; the invariants compare it with what is stored. */

export type Submission = {
  /** Also the name of the uploaded file, so that a row can be traced to the request that made it. */
  readonly tag: string;
  readonly account: string;
  readonly formats: readonly string[];
  readonly document: string;
  /** Names an earlier job in place of a file, and so has the name of that job's file. */
  readonly isReuse?: boolean;
};

export type Accepted = Submission & { readonly id: string; readonly atMs: number };

/** One observation of a run that an invariant is decided by: what was seen, and whether it was right. */
export type Observation = { readonly invariant: string; readonly what: string; readonly holds: boolean };

export type Journal = {
  readonly accepted: Map<string, Accepted>;
  /** Tags of requests that got an answer other than 201. */
  readonly refused: Map<string, number>;
  /** Tags of requests whose answer never came: they may have made a job or not. */
  readonly unanswered: Set<string>;
  /** Ids whose DELETE was answered with 204, and when. */
  readonly deleted: Map<string, number>;
  /** Ids whose DELETE was sent at all: they may be gone or not. */
  readonly deletionAsked: Set<string>;
  /** Answers by route and status, for the table and for what must never be seen. */
  readonly answers: Map<string, number>;
  readonly observations: Observation[];
  /** What must never stand in a log. */
  readonly secrets: Set<string>;
};

export function openJournal(): Journal {
  return {
    accepted: new Map(),
    refused: new Map(),
    unanswered: new Set(),
    deleted: new Map(),
    deletionAsked: new Set(),
    answers: new Map(),
    observations: [],
    secrets: new Set(),
  };
}

export function accept(journal: Journal, id: string, submission: Submission): void {
  journal.accepted.set(id, { ...submission, id, atMs: Date.now() });
}

export function countAnswer(journal: Journal, route: string, status: number): void {
  const name = `${route} ${status === 0 ? 'unanswered' : status}`;
  journal.answers.set(name, (journal.answers.get(name) ?? 0) + 1);
}

export function observe(journal: Journal, invariant: string, what: string, holds: boolean): void {
  journal.observations.push({ invariant, what, holds });
}
