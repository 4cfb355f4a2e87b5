/**
 * Elects one process for each kind of periodic work, by advisory locks of its listening session. The locks are free as
 * soon as the process ends; a process that freezes loses its session.
 */
import type pg from 'pg';
import type { Election } from '../ports/election.ts';
import { electionLock } from './advisory-locks.ts';

/** The session is used every few seconds, so only a frozen process is this slow. */
const idleSessionMs = 20_000;

export type SessionElection = {
  readonly election: Election;
  /** Must be called regularly while the session is known to belong to this process alone. */
  vote(client: pg.ClientBase): Promise<void>;
  /** The session and its locks are gone. */
  end(): void;
};

/** `isPossible`: notifications arrive, so no pooler shares the session with other processes. */
export function electionOver(isPossible: () => boolean): SessionElection {
  const candidates = new Set<string>();
  const held = new Set<string>();
  let isVoting = false;
  let isLimited = false;

  async function release(client: pg.ClientBase): Promise<void> {
    const withdrawn = [...held].filter((work) => !candidates.has(work));
    if (withdrawn.length === 0) return;
    const unlock = 'select pg_advisory_unlock($1, hashtext(work)) from unnest($2::text[]) as work';
    await client.query(unlock, [electionLock, withdrawn]);
    for (const work of withdrawn) held.delete(work);
  }

  async function stand(client: pg.ClientBase): Promise<void> {
    const open = [...candidates].filter((work) => !held.has(work));
    if (open.length === 0) return;
    if (!isLimited) await client.query(`set idle_session_timeout = ${idleSessionMs}`);
    isLimited = true;
    const lock = `select work from unnest($2::text[]) as work where pg_try_advisory_lock($1, hashtext(work))`;
    const { rows } = await client.query<{ work: string }>(lock, [electionLock, open]);
    for (const { work } of rows) held.add(work);
  }

  return {
    election: {
      stand: (work) => void candidates.add(work),
      withdraw: (work) => void candidates.delete(work),
      isElected: (work) => !isPossible() || (held.has(work) && candidates.has(work)),
    },
    vote: async (client) => {
      // One at a time: a session that locks twice must unlock twice.
      if (isVoting) return;
      isVoting = true;
      try {
        await release(client);
        await stand(client);
      } finally {
        isVoting = false;
      }
    },
    end: () => {
      held.clear();
      isLimited = false;
    },
  };
}
