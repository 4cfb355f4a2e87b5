/** Many submits at the same moment, on every node, round after round: as many are accepted as the plan allows. */

import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import {
  type FreshAccount,
  freshAccount,
  setWorkers,
  type Usage,
  usageByOperator,
} from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes, type Tier } from '@octavo/testkit/service-under-test/context.ts';
import { type Job, listJobs, remove, submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';

export const activeJobsMax: Readonly<Record<Tier, number>> = { free: 2, pro: 5, business: 20 };

export type Round = {
  readonly accepted: number;
  /** 429, and where the machine is out of breath 503: "not now" takes no place. */
  readonly refused: number;
  readonly busy: number;
  /** Answers of any other status. */
  readonly strange: readonly number[];
  readonly pagesUsed: number;
  /** The counters as the operator's command shows them while the jobs are active. */
  readonly reservedByOperator: unknown;
  readonly activeByOperator: unknown;
  readonly pagesUsedAfter: number;
  readonly jobsAfter: number;
};

export type Race = { readonly rounds: readonly Round[]; readonly usage: Usage; readonly tookMs: number };

const pages = 3;
const file = makeDocument({ pages });

/** Without workers nothing finishes meanwhile, so a place once taken stays taken until the round deletes it. */
export async function race(tier: Tier, rounds: number, parallel: number): Promise<Race> {
  await setWorkers(0);
  try {
    const caller = await freshAccount(tier);
    const began = performance.now();
    const done: Round[] = [];
    for (let number = 0; number < rounds; number += 1) done.push(await runRound(caller, parallel));
    const usage = await usageByOperator(caller.email);
    return { rounds: done, usage, tookMs: performance.now() - began };
  } finally {
    await setWorkers(2);
  }
}

async function runRound(caller: FreshAccount, parallel: number): Promise<Round> {
  const tries = Array.from({ length: parallel }, (_, index) => nodes[index % nodes.length] ?? '');
  const answers = await Promise.all(tries.map((node) => submit(caller, { file, node })));
  const { pages_used: pagesUsed } = await me(caller);
  const usage = await usageByOperator(caller.email);
  const accepted = answers.filter(({ status }) => status === 201);
  await Promise.all(accepted.map(({ json }) => remove(caller, (json as Job).id)));
  return {
    accepted: accepted.length,
    refused: answers.filter(({ status }) => status === 429 || status === 503).length,
    busy: answers.filter(({ status }) => status === 503).length,
    strange: answers.map(({ status }) => status).filter((status) => ![201, 429, 503].includes(status)),
    pagesUsed,
    reservedByOperator: usage['pages_reserved'],
    activeByOperator: usage['active_jobs'],
    pagesUsedAfter: (await me(caller)).pages_used,
    jobsAfter: (await listJobs(caller)).total,
  };
}

/** What every round must look like, however many were refused with Retry-After. */
export const perfectRound = (tier: Tier, parallel: number): Omit<Round, 'busy'> => ({
  accepted: activeJobsMax[tier],
  refused: parallel - activeJobsMax[tier],
  strange: [],
  pagesUsed: activeJobsMax[tier] * pages,
  reservedByOperator: activeJobsMax[tier] * pages,
  activeByOperator: activeJobsMax[tier],
  pagesUsedAfter: 0,
  jobsAfter: 0,
});
