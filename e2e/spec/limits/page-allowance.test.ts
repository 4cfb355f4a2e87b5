/** The monthly allowance: one page below, exactly at, and one page above what remains. */

import { makeBlankDocument, makeSlowDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, nodes } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { accepted, type Job, listJobs, remove, submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { describe, expect, it } from 'vitest';

async function remainingOf(free: Account): Promise<number> {
  const { pages_limit, pages_used } = await me(free);
  const remaining = pages_limit - pages_used;
  expect(remaining, 'pages left on the free account of the credentials').toBeGreaterThan(3);
  return remaining;
}

/** A slow document keeps its pages reserved; deleting it gives them back, so no allowance is used up. */
const reserve = (free: Account, pages: number) => accepted(free, { file: makeSlowDocument(pages) });

describe('page allowance', () => {
  it('402: page limit reached, or more pages than remain (one document, limit + 1) [S-108 S-123 O-034]', async () => {
    const free = await account('free');
    const remaining = await remainingOf(free);
    const before = await listJobs(free);
    expectError(await submit(free, { file: makeBlankDocument(remaining + 1) }), 402, 'page_limit_reached');
    expect((await listJobs(free)).total).toBe(before.total);
    expect(await remainingOf(free)).toBe(remaining);
  });

  it('The monthly page allowance is enforced with 402 (one document, limit) [S-123]', async () => {
    const free = await account('free');
    const job = await reserve(free, await remainingOf(free));
    const { pages_limit, pages_used } = await me(free);
    await remove(free, job.id);
    expect(pages_used).toBe(pages_limit);
  });

  it('The monthly page allowance is enforced with 402 (limit − 1 first: two more are too many, one more fits) [S-123]', async () => {
    const free = await account('free');
    const first = await reserve(free, (await remainingOf(free)) - 1);
    const tooMany = await submit(free, { file: makeBlankDocument(2) });
    const fits = await submit(free, { file: makeBlankDocument(1) });
    await remove(free, first.id);
    if (fits.status === 201) await remove(free, (fits.json as Job).id);
    expect([tooMany.status, fits.status]).toEqual([402, 201]);
  });

  it('The detail of 402 is an object with message and the five figures [S-114 O-034]', async () => {
    const free = await account('free');
    const remaining = await remainingOf(free);
    const { pages_used, pages_limit } = await me(free);
    const answer = await submit(free, { file: makeBlankDocument(remaining + 1) });
    const { detail } = expectError(answer, 402, 'page_limit_reached');
    expect(detail).toEqual({
      message: expect.stringMatching(/\w+ \w+/),
      pdf_pages: remaining + 1,
      pages_remaining: remaining,
      pages_used,
      pages_limit,
      tier: 'free',
    });
  });

  it('402: page limit reached, or more pages than remain (the allowance is used up) [S-108]', async () => {
    const free = await account('free');
    const job = await reserve(free, await remainingOf(free));
    const answer = await submit(free);
    await remove(free, job.id);
    const { detail } = expectError(answer, 402, 'page_limit_reached');
    expect(detail).toMatchObject({ pages_remaining: 0, pdf_pages: 1 });
  });

  it('429 and 402 are decided atomically with the insert (pages, on every node at once) [O-061]', async () => {
    const free = await account('free');
    const pages = Math.ceil(((await remainingOf(free)) + 1) / 2);
    const file = makeSlowDocument(pages);
    const tries = [0, 1].map((index) => submit(free, { file, node: nodes[index % nodes.length] ?? '' }));
    const answers = await Promise.all(tries);
    for (const { status, json } of answers) if (status === 201) await remove(free, (json as Job).id);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402]);
  });
});
