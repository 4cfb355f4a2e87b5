/** The life of a job as a polling client sees it. */

import { makeBrokenDocument, makeSlowDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import {
  accepted,
  done,
  download,
  finished,
  formats,
  isTerminal,
  type Job,
  pollUntil,
  readJob,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;

beforeAll(async () => {
  pro = await account('pro');
});

/** Every state a client saw, in order, without repetitions. */
async function watch(submission: Parameters<typeof accepted>[1]): Promise<Job[]> {
  const seen: Job[] = [await accepted(pro, submission)];
  await pollUntil(pro, seen[0]?.id ?? '', (job) => {
    if (seen.at(-1)?.status !== job.status) seen.push(job);
    return isTerminal(job);
  });
  return seen;
}

describe('a job that is converted', () => {
  let seen: readonly Job[];

  beforeAll(async () => {
    seen = await watch({ file: makeSlowDocument(1, 6_000), options: { format: [...formats] } });
  });

  it('A job moves from pending over processing to done or failed [O-080 S-050]', async () => {
    expect(seen.map(({ status }) => status)).toEqual(['pending', 'processing', 'done']);
  });

  it('page_count is null until done [O-092]', async () => {
    expect(seen.map(({ page_count }) => page_count)).toEqual([null, null, 1]);
  });

  it('done: the conversion is complete and download_urls is populated (and no earlier) [S-051]', async () => {
    expect(seen.map(({ download_urls }) => Object.keys(download_urls).length)).toEqual([
      0,
      0,
      formats.length,
    ]);
  });

  it('updated_at is an ISO 8601 UTC timestamp of the last update (it moves with every change) [S-023]', async () => {
    const times = seen.map(({ updated_at }) => Date.parse(updated_at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeGreaterThan(times[0] ?? 0);
  });
});

describe('a job that is done', () => {
  it('done is seen only after every output is stored [O-082]', async () => {
    const job = await done(pro, { options: { format: [...formats] } });
    const answers = await Promise.all(formats.map((format) => download(pro, job.id, format)));
    expect(answers.map(({ status }) => status)).toEqual(formats.map(() => 200));
    const signed = await Promise.all(
      Object.values(job.download_urls).map(async (url) => (await fetch(url)).status),
    );
    expect(signed).toEqual(formats.map(() => 200));
  });

  it('done and failed are final (done) [O-083]', async () => {
    const job = await done(pro);
    await expectFinal(job);
  });

  it('All requested formats or failed: nothing in between (the formats asked for, and no other) [O-084]', async () => {
    const job = await done(pro, { options: { format: ['html', 'text'] } });
    expect(Object.keys(job.download_urls).sort()).toEqual(['html', 'text']);
  });
});

describe('a job that fails', () => {
  it('A deterministic engine error fails at once [O-087]', async () => {
    const job = await accepted(pro, { file: makeBrokenDocument() });
    const failed = await pollUntil(pro, job.id, isTerminal, 20_000);
    expect(failed.status).toBe('failed');
  });

  it('done and failed are final (failed) [O-083]', async () => {
    const job = await finished(pro, { file: makeBrokenDocument() });
    expect(job.status).toBe('failed');
    await expectFinal(job);
  });
});

/** Later jobs go through the same workers; the first one stays as it was. */
async function expectFinal(job: Job): Promise<void> {
  await done(pro);
  await done(pro);
  const { download_urls: _, ...later } = await readJob(pro, job.id);
  const { download_urls: __, ...first } = job;
  expect(later).toEqual(first);
}
