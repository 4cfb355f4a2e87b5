/** Metering as the account shows it: reserved, charged once, released. */

import { makeBlankDocument, makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  finished,
  readJob,
  remove,
  submit,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { slowSubmission } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let usedBefore: number;

beforeAll(async () => {
  pro = await account('pro');
  usedBefore = (await me(pro)).pages_used;
});

const used = async () => (await me(pro)).pages_used - usedBefore;

describe('pages_used', () => {
  it('Pages are reserved when the job is accepted [O-070 O-074]', async () => {
    const start = await used();
    const job = await accepted(pro, slowSubmission(7));
    const reserved = await used();
    const { status } = await readJob(pro, job.id);
    await remove(pro, job.id);
    expect(status).not.toBe('done');
    expect({ reserved: reserved - start, released: (await used()) - start }).toEqual({
      reserved: 7,
      released: 0,
    });
  });

  it('Only the pages chosen by the option pages count [O-071]', async () => {
    const start = await used();
    const job = await accepted(pro, { ...slowSubmission(7), options: { pages: '1,3-4' } });
    const reserved = await used();
    await remove(pro, job.id);
    expect(reserved - start).toBe(3);
  });

  it('Only the pages chosen by the option pages count (a page named twice counts once) [O-071]', async () => {
    const start = await used();
    const job = await done(pro, {
      file: makeDocument({ pages: 4 }),
      options: { pages: '2,1-2', format: ['text'] },
    });
    expect((await used()) - start).toBe(2);
    await remove(pro, job.id);
  });

  it('Use is metered by pages per month [S-009 S-035 O-072]', async () => {
    const start = await used();
    const job = await done(pro, { file: makeDocument({ pages: 3 }) });
    expect((await used()) - start).toBe(3);
    await readJob(pro, job.id);
    await done(pro, { file: makeDocument({ pages: 2 }) });
    expect((await used()) - start).toBe(5);
  });

  it('Pages are released when the job fails [O-073]', async () => {
    const start = await used();
    const job = await finished(pro, { file: makeBrokenDocument() });
    expect(job.status).toBe('failed');
    expect(await used()).toBe(start);
  });

  it('Deleting a done job gives nothing back [O-075]', async () => {
    const start = await used();
    const job = await done(pro, { file: makeDocument({ pages: 2 }) });
    expect((await remove(pro, job.id)).status).toBe(204);
    expect((await used()) - start).toBe(2);
  });
});

describe('pages_remaining', () => {
  it('pages_remaining is pages_limit minus pages_used [O-076]', async () => {
    const free = await account('free');
    const { pages_used, pages_limit } = await me(free);
    const answer = await submit(free, { file: makeBlankDocument(pages_limit - pages_used + 1) });
    const { detail } = expectError(answer, 402, 'page_limit_reached');
    expect(detail).toMatchObject({ pages_remaining: pages_limit - pages_used, pages_used, pages_limit });
  });
});
