/** Checks the invariants that must hold at every commit every few seconds during a run, not only at its end. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { invariants } from './check.ts';
import { type Evidence, readRecords } from './evidence.ts';

/** Invariants that a single snapshot of the tables must satisfy at any time. */
const heldAtEveryCommit = new Set(['I1', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I17', 'I18']);
const everyMs = 3_000;

export type Watch = {
  /** Violations seen so far, each once. */
  end(): Promise<readonly string[]>;
};

type Known = Pick<Evidence, 'activeJobsMax'>;

async function violationsNow(environment: TestEnvironment, known: Known): Promise<string[]> {
  // A job accepted before the snapshot must be in it; a deletion may be requested meanwhile.
  const accepted = new Map(environment.journal.accepted);
  const records = await readRecords(environment.db);
  const evidence: Evidence = {
    ...records,
    ...known,
    objects: [],
    hashes: new Map(),
    unfinishedUploads: [],
    engines: [],
    deadScratch: [],
    logs: [],
    journal: { ...environment.journal, accepted, observations: [] },
    golden: new Map(),
  };
  return invariants
    .filter(({ id }) => heldAtEveryCommit.has(id))
    .flatMap(({ id, check }) => check(evidence).violations.map((violation) => `${id}: ${violation}`));
}

/** Skips a round while the database is down, which some runs cause on purpose. */
export function watchRecords(environment: TestEnvironment, known: Known): Watch {
  const seen = new Map<string, number>();
  const stopping = new AbortController();
  const began = performance.now();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
      const found = await violationsNow(environment, known).catch(() => []);
      for (const violation of found) if (!seen.has(violation)) seen.set(violation, performance.now() - began);
    }
  })();
  return {
    end: async () => {
      stopping.abort();
      await watching;
      return [...seen].map(
        ([violation, atMs]) => `${violation} (seen ${Math.round(atMs / 1000)} s into the run)`,
      );
    },
  };
}
