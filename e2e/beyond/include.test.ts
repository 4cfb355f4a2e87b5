/** `?include=`: more about a job, and only for those who ask. */
import { createHash } from 'node:crypto';
import { makeBlankDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, setWorkers } from '@octavo/testkit/service-under-test/accounts.ts';
import { expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import { accepted, done, type JobList, listJobs, readJob } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

type Parts = {
  readonly file?: object;
  readonly progress?: Readonly<Record<string, unknown>>;
  readonly timing?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly { readonly code: string; readonly pages: readonly number[] }[];
};

async function read(caller: { session: string }, id: string, include: string): Promise<Parts> {
  return (await request(`/jobs/${id}?include=${include}`, { caller })).json as Parts;
}

describe('?include=', () => {
  it('adds nothing unless asked, and what is asked for alone', async () => {
    const caller = await account('pro');
    const job = await done(caller);
    const plain = Object.keys(await readJob(caller, job.id));
    expect(plain).toHaveLength(9);
    expect(Object.keys(await read(caller, job.id, 'timing'))).toEqual([...plain, 'timing']);
    const all = Object.keys(await read(caller, job.id, 'file,progress,timing,warnings'));
    expect(all).toEqual([...plain, 'file', 'progress', 'timing', 'warnings']);
  });

  it('file: the name, size, hash and pages of what was sent', async () => {
    const caller = await account('pro');
    const file = makeDocument({ pages: 3 });
    const job = await accepted(caller, { file, fileName: 'Bericht März.pdf', options: { pages: '2' } });
    expect((await read(caller, job.id, 'file')).file).toEqual({
      name: 'Bericht März.pdf',
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      pages: 3,
    });
  });

  it('progress: the place in the queue, then the end', async () => {
    await setWorkers(0);
    const caller = await freshAccount('pro');
    const jobs = [];
    try {
      for (const pages of [2, 3]) jobs.push(await accepted(caller, { file: makeDocument({ pages }) }));
      const [first, second] = await Promise.all(jobs.map(({ id }) => read(caller, id, 'progress')));
      expect(first?.progress).toMatchObject({ stage: 'queued', pages_done: 0, pages_total: 2 });
      const before = Number(first?.progress?.['queue_position']);
      expect(second?.progress).toMatchObject({ pages_total: 3, queue_position: before + 1 });
    } finally {
      await setWorkers(2);
    }
    const [job] = jobs;
    await request(`/jobs/${job?.id}?wait=60`, { caller });
    expect((await read(caller, job?.id ?? '', 'progress')).progress).toEqual({
      stage: 'finished',
      pages_done: 2,
      pages_total: 2,
      queue_position: null,
      estimated_seconds: null,
    });
  });

  it('timing: how long it waited and worked', async () => {
    const caller = await account('pro');
    const { timing } = await read(caller, (await done(caller)).id, 'timing');
    expect(timing).toMatchObject({
      attempts: 1,
      started_at: expect.any(String),
      finished_at: expect.any(String),
    });
    expect(timing?.['queued_seconds']).toBeGreaterThanOrEqual(0);
    expect(timing?.['processing_seconds']).toBeGreaterThan(0);
  });

  it('warnings: pages on which nothing was found, by number', async () => {
    const caller = await account('pro');
    const empty = await done(caller, { file: makeBlankDocument(3) });
    const { warnings } = await read(caller, empty.id, 'warnings');
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'page_without_content', pages: [1, 2, 3] }),
    );
    const full = await done(caller);
    expect((await read(caller, full.id, 'warnings')).warnings).toEqual([]);
  });

  it('works on lists as well', async () => {
    const caller = await freshAccount('pro');
    await done(caller, { fileName: 'listed.pdf' });
    const list = (await listJobs(caller, '?include=file,warnings,progress')) as JobList & { items: Parts[] };
    expect(list.items[0]).toMatchObject({ file: { name: 'listed.pdf' }, progress: { stage: 'finished' } });
    expect(list.items[0]?.warnings).toEqual([]);
  });

  it('400: a part that there is not', async () => {
    const caller = await account('pro');
    const { id } = await accepted(caller);
    for (const path of [`/jobs/${id}?include=secrets`, '/jobs?include=file,', '/jobs?include=']) {
      expectFaultAt(await request(path, { caller }), 'query.include', path);
    }
  });
});
