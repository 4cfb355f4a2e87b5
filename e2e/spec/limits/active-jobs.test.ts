/** Concurrent jobs of each plan: limit − 1, limit, limit + 1, one after another and all at once. */

import { makeSlowDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes, type Tier } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  isTerminal,
  type Job,
  pollUntil,
  remove,
  submit,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { type Caller, type Reply, request } from '@octavo/testkit/service-under-test/request.ts';
import { slowSubmission, whileSlowJobsRun } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { describe, expect, it } from 'vitest';

/** Fills the plan but for one place; the next is accepted, the one after it is not. */
async function expectLimit(tier: Tier, limit: number): Promise<Reply> {
  const caller = await account(tier);
  let refused: Reply | undefined;
  await whileSlowJobsRun(caller, limit - 1, async () => {
    const last = await accepted(caller, slowSubmission());
    refused = await submit(caller, slowSubmission());
    await remove(caller, last.id);
  });
  if (refused === undefined) throw new Error('nothing was tried');
  expectError(refused, 429, 'concurrent_job_limit');
  return refused;
}

async function removeAccepted(caller: Caller, answers: readonly Reply[]): Promise<void> {
  for (const { status, json } of answers) if (status === 201) await remove(caller, (json as Job).id);
}

const count = (answers: readonly Reply[], status: number) =>
  answers.filter((one) => one.status === status).length;

describe('active jobs', () => {
  it('Free: 2 concurrent jobs (limit − 1, limit, limit + 1) [S-119 O-066]', async () =>
    expectLimit('free', 2));
  it('Pro: 5 concurrent jobs (limit − 1, limit, limit + 1) [S-120 O-066]', async () => expectLimit('pro', 5));
  it('Business: 20 concurrent jobs (limit − 1, limit, limit + 1) [S-121 O-066]', async () =>
    expectLimit('business', 20));

  it('The message of 429 states how many jobs are active [S-115 O-033]', async () => {
    const refused = await expectLimit('pro', 5);
    expect((refused.json as { detail: string }).detail).toMatch(/\b5\b/);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  it('429: the limit of concurrent jobs is exceeded; free again when jobs finish [S-112]', async () => {
    const caller = await account('free');
    await whileSlowJobsRun(caller, 1, async () => {
      // Slow enough to be active still when the third is sent, quick enough to wait for.
      const other = await accepted(caller, { file: makeSlowDocument(1, 5_000) });
      expectError(await submit(caller), 429, 'concurrent_job_limit');
      await pollUntil(caller, other.id, isTerminal);
      const next = await accepted(caller);
      await remove(caller, next.id);
    });
  });

  it('429 and 402 are decided atomically with the insert (jobs, on every node at once) [O-061]', async () => {
    const caller = await account('pro');
    const tries = Array.from({ length: 12 }, (_, index) => nodes[index % nodes.length] ?? '');
    const answers = await Promise.all(tries.map((node) => submit(caller, { ...slowSubmission(), node })));
    await removeAccepted(caller, answers);
    expect({ accepted: count(answers, 201), refused: count(answers, 429) }).toEqual({
      accepted: 5,
      refused: 7,
    });
  });
});

describe('no other limit', () => {
  it('There is no time-based rate limit [S-122]', async () => {
    const caller = await account('pro');
    const seen = new Set<number>();
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => request('/jobs?page_size=1', { caller })),
      );
      for (const { status } of answers) seen.add(status);
    }
    expect(seen).toEqual(new Set([200]));
  });
});
