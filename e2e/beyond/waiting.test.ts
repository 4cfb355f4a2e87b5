/** Waiting without polling: long polls and event streams, on any node. */

import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes } from '@octavo/testkit/service-under-test/context.ts';
import { openStream } from '@octavo/testkit/service-under-test/events.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import { accepted, done, type Job, remove } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { whileSlowJobRuns } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { describe, expect, it } from 'vitest';

const types = (received: readonly { readonly type: string }[]) => received.map(({ type }) => type);
const withoutProgress = (received: readonly { readonly type: string }[]) =>
  types(received).filter((type) => type !== 'job.progress');

describe('GET /jobs/{id}?wait=', () => {
  it('200: answers when the job is done, without being asked again, on every node', async () => {
    const caller = await account('pro');
    for (const node of nodes) {
      const job = await accepted(caller);
      const answer = await request(`/jobs/${job.id}?wait=60`, { caller, node });
      expect(answer.json).toMatchObject({ id: job.id, status: 'done', page_count: 1 });
    }
  });

  it('200: answers at once when there is nothing to wait for', async () => {
    const caller = await account('pro');
    const job = await done(caller);
    const began = performance.now();
    await request(`/jobs/${job.id}?wait=60`, { caller });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('200: answers the job as it is when the time is over', async () => {
    const caller = await freshAccount('pro');
    await whileSlowJobRuns(caller, async (job) => {
      const began = performance.now();
      const answer = await request(`/jobs/${job.id}?wait=1`, { caller });
      expect((answer.json as Job).status).toMatch(/pending|processing/);
      expect(performance.now() - began).toBeGreaterThan(950);
    });
  });

  it('400: anything but 1 to 60 seconds', async () => {
    const caller = await account('pro');
    const { id } = await accepted(caller);
    for (const wait of ['0', '61', '1.5', 'x', '']) {
      expectFaultAt(await request(`/jobs/${id}?wait=${wait}`, { caller }), 'query.wait', wait);
    }
  });

  it('404: a job that is deleted while somebody waits for it, and a stranger’s at once', async () => {
    const caller = await freshAccount('pro');
    await whileSlowJobRuns(caller, async (job) => {
      expectError(
        await request(`/jobs/${job.id}?wait=60`, { caller: await stranger() }),
        404,
        'job_not_found',
      );
      const waiting = request(`/jobs/${job.id}?wait=60`, { caller, node: nodes.at(-1) ?? '' });
      await remove(caller, job.id);
      expectError(await waiting, 404, 'job_not_found');
    });
  });
});

describe('GET /jobs/{id}/events', () => {
  it('200: tells a job’s life from its first event to its last, then ends', async () => {
    const caller = await account('pro');
    const job = await accepted(caller);
    const stream = await openStream(`/jobs/${job.id}/events`, { caller, node: nodes.at(-1) ?? '' });
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await stream.over;
    expect(withoutProgress(stream.received)).toEqual(['job.created', 'job.processing', 'job.done']);
    expect(stream.received.at(-1)?.body).toEqual({
      type: 'job.done',
      timestamp: expect.any(String),
      data: { job_id: job.id, status: 'done', page_count: 1, error_message: null },
    });
  });

  it('200: tells how far a long document is, page by page', async () => {
    // Long enough to be converted in ranges, and for more than the second between two reports.
    const pages = 210;
    const caller = await account('business');
    const job = await accepted(caller, { file: makeDocument({ pages, lines: 5 }) });
    const stream = await openStream(`/jobs/${job.id}/events`, { caller });
    await stream.over;
    const progress = stream.received.filter(({ type }) => type === 'job.progress');
    expect(progress.length).toBeGreaterThan(0);
    expect(progress.every(({ id }) => id === null)).toBe(true);
    for (const { body } of progress) {
      expect(body.data).toMatchObject({ job_id: job.id, pages_total: pages, stage: expect.any(String) });
      expect(body.data['pages_done']).toBeLessThanOrEqual(pages);
    }
  });

  it('200: tells why a job failed', async () => {
    const caller = await account('pro');
    const job = await accepted(caller, { file: makeBrokenDocument() });
    const stream = await openStream(`/jobs/${job.id}/events`, { caller });
    await stream.over;
    const last = stream.received.at(-1);
    expect(last?.type).toBe('job.failed');
    expect(last?.body.data['error_message']).toMatch(/\S/);
  });

  it('204: to a client that already has the last event', async () => {
    const caller = await account('pro');
    const job = await done(caller);
    const stream = await openStream(`/jobs/${job.id}/events`, { caller });
    await stream.over;
    const lastEventId = stream.received.at(-1)?.id ?? 0;
    const again = await openStream(`/jobs/${job.id}/events`, { caller, lastEventId });
    expect(again.status).toBe(204);
    const earlier = await openStream(`/jobs/${job.id}/events`, { caller, lastEventId: lastEventId - 1 });
    await earlier.over;
    expect(types(earlier.received)).toEqual(['job.done']);
  });

  it('400, 401, 404: a last id that is none, no credentials, another’s job', async () => {
    const caller = await account('pro');
    const { id } = await accepted(caller);
    const path = `/jobs/${id}/events`;
    expectFaultAt(await request(path, { caller, headers: { 'last-event-id': 'x' } }), 'header.Last-Event-ID');
    expectError(await request(path), 401, 'unauthorized');
    expectError(await request(path, { caller: await stranger() }), 404, 'job_not_found');
  });
});

describe('GET /events', () => {
  it('200: reports all jobs of the account, in order and without gaps, and of no other account', async () => {
    const caller = await freshAccount('pro');
    const stream = await openStream('/events', { caller, node: nodes.at(-1) ?? '' });
    const [first, second] = [await done(caller), await done(caller)];
    await done(await stranger());
    await remove(caller, first.id);
    await stream.until((received) => types(received).includes('job.deleted'));
    stream.close();
    const numbered = stream.received.filter(({ id }) => id !== null);
    expect(numbered.map(({ id }) => id)).toEqual(numbered.map((_, index) => index + 1));
    expect(types(numbered).toSorted()).toEqual(
      [
        ...['job.created', 'job.processing', 'job.done'].flatMap((type) => [type, type]),
        'job.deleted',
      ].toSorted(),
    );
    const ids = new Set(stream.received.map(({ body }) => body.data['job_id']));
    expect(ids).toEqual(new Set([first.id, second.id]));
  });

  it('200: goes on after the last id on another node', async () => {
    const caller = await freshAccount('pro');
    const stream = await openStream('/events', { caller, node: nodes[0] ?? '' });
    await done(caller);
    await stream.until((received) => types(received).includes('job.done'));
    stream.close();
    await done(caller);
    const lastEventId = stream.received.findLast(({ id }) => id !== null)?.id ?? 0;
    const resumed = await openStream('/events', { caller, node: nodes.at(-1) ?? '', lastEventId });
    await resumed.until((received) => types(received).includes('job.done'));
    resumed.close();
    expect(resumed.received.filter(({ id }) => id !== null).map(({ id }) => id)).toEqual([4, 5, 6]);
  });

  it('200: says when it cannot go on from there', async () => {
    const caller = await freshAccount('pro');
    const stream = await openStream('/events', { caller, lastEventId: 1_000 });
    await stream.until((received) => types(received).includes('stream.reset'));
    stream.close();
  });

  it('405: HEAD, which would never end', async () => {
    const caller = await account('pro');
    expect((await request('/events', { method: 'HEAD', caller })).status).toBe(405);
  });

  it('ends when the key it was opened with is revoked', async () => {
    const caller = await freshAccount('pro');
    const key = await createKey(caller);
    const stream = await openStream('/events', { caller: { key: key.raw_key }, node: nodes.at(-1) ?? '' });
    await revokeKey(caller, key.id);
    await stream.over;
    expectError(await request('/events', { caller: { key: key.raw_key } }), 401, 'unauthorized');
  });
});
