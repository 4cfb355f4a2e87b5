/** What a run observed from outside, recorded as it happened; the invariants compare it with what is stored. */

export type Submission = {
  /** Also the name of the uploaded file, so that a row can be traced to the request that made it. */
  readonly tag: string;
  readonly account: string;
  readonly formats: readonly string[];
  readonly document: string;
  /** Reuses the file of an earlier job, and so has the name of that file. */
  readonly isReuse?: boolean;
};

export type Accepted = Submission & { readonly id: string; readonly atMs: number };

/** One observation for an invariant: what was seen, and whether it was correct. */
export type Observation = { readonly invariant: string; readonly what: string; readonly holds: boolean };

export type Journal = {
  readonly accepted: Map<string, Accepted>;
  /** Tags of requests with a response other than 201. */
  readonly refused: Map<string, number>;
  /** Tags of requests without a response: they may or may not have created a job. */
  readonly unanswered: Set<string>;
  /** Ids whose DELETE was answered with 204, and when. */
  readonly deleted: Map<string, number>;
  /** Ids whose DELETE was sent: they may or may not exist. */
  readonly deletionAsked: Set<string>;
  /** Ids whose source the run itself removed from storage. */
  readonly sourceRemoved: Set<string>;
  /** Number of responses by route and status. */
  readonly answers: Map<string, number>;
  readonly observations: Observation[];
  /** Values that must never appear in a log. */
  readonly secrets: Set<string>;
};

export function openJournal(): Journal {
  return {
    accepted: new Map(),
    refused: new Map(),
    unanswered: new Set(),
    deleted: new Map(),
    deletionAsked: new Set(),
    sourceRemoved: new Set(),
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
