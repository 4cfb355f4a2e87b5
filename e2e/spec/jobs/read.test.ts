/** GET /jobs/{id}: the Job object of a done and of a failed job, and the 404s. */
import { randomUUID } from 'node:crypto';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { fieldsOf, jobFields, timestampPattern } from '@octavo/testkit/service-under-test/exact-fields.ts';
import { type ErrorBody, expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  done,
  download,
  finished,
  formats,
  type Job,
  listJobs,
  statuses,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let other: Account;
let finishedWell: Job;
let broken: Job;

beforeAll(async () => {
  [pro, other] = await Promise.all([account('pro'), stranger()]);
  finishedWell = await done(pro, { file: makeDocument({ pages: 3 }), options: { format: [...formats] } });
  broken = await finished(pro, { file: makeBrokenDocument() });
});

describe('GET /jobs/{id}, 200', () => {
  it('The client polls the job until it is done or failed [S-006 S-051]', async () => {
    expect(finishedWell.status).toBe('done');
    expect(fieldsOf(finishedWell.download_urls)).toEqual([...formats].sort());
  });
  it('status is one of pending, processing, done, failed [S-015]', async () => {
    const seen = [finishedWell, broken, ...(await listJobs(pro)).items].map(({ status }) => status);
    expect(seen.filter((status) => !statuses.includes(status))).toEqual([]);
  });
  it('page_count is the number of pages when the job is done [S-019]', async () =>
    expect(finishedWell.page_count).toBe(3));
  it('error_message is null unless the job failed [S-020]', async () =>
    expect(finishedWell.error_message).toBeNull());
  it('error_message holds the failure details of a failed job [S-021 S-052]', async () => {
    expect(broken.status).toBe('failed');
    expect(broken.error_message).toMatch(/\w+ \w+ \w+/);
  });
  it('created_at is an ISO 8601 UTC timestamp of the creation [S-022]', async () =>
    expect(finishedWell.created_at).toMatch(timestampPattern));
  it('updated_at is an ISO 8601 UTC timestamp of the last update [S-023]', async () => {
    expect(finishedWell.updated_at).toMatch(timestampPattern);
    expect(Date.parse(finishedWell.updated_at)).toBeGreaterThan(Date.parse(finishedWell.created_at));
  });
  it('download_urls maps each format of a done job to a signed URL [S-025]', async () => {
    for (const url of Object.values(finishedWell.download_urls)) {
      expect(new URL(url).searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    }
  });
  it('output_keys appears in no response [S-030]', async () => {
    const bodies = [finishedWell, broken, await listJobs(pro)];
    expect(JSON.stringify(bodies)).not.toContain('output_keys');
  });
  it('GET /jobs/{id} answers the Job object [S-075 S-103]', async () => {
    const answer = await request(`/jobs/${finishedWell.id}`, { caller: pro });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id: finishedWell.id, status: 'done', options: finishedWell.options });
  });
  it('A Job holds exactly the fields of the specification (done and failed) [O-002]', async () => {
    expect([fieldsOf(finishedWell), fieldsOf(broken)]).toEqual([jobFields, jobFields]);
  });
  it('All requested formats or failed: nothing in between [O-084]', async () => {
    expect(broken.download_urls).toEqual({});
    expect(broken.page_count).toBeNull();
  });
  it('error_message is one sentence without stack traces or paths [O-093]', async () => {
    const message = broken.error_message ?? '';
    expect(message).not.toMatch(/\n|\bat \w+\.|Exception|\.java|\/(tmp|var|home|work|out|in)\b/);
    expect(message.trim()).toMatch(/^[^.]+(\.\d|\w\.\w|[^.])*\.$/);
  });
  it('The JSON output is a tree of nodes with a type and a kids array [S-031]', async () => {
    const job = await done(pro, { file: makeRichDocument(), options: { format: ['json'] } });
    const { json } = await download(pro, job.id, 'json');
    const nodes = nodesOf(json as Node);
    expect(nodes.map(({ type }) => type)).toContain('table');
    for (const { type, kids } of nodes) {
      expect(type).toMatch(/./);
      expect(kids).toBeInstanceOf(Array);
    }
  });
});

type Node = { readonly type?: string; readonly kids?: readonly Node[] };

/** The root and everything below it. */
const nodesOf = (node: Node): readonly Node[] => [node, ...(node.kids ?? []).flatMap(nodesOf)];

describe('GET /jobs/{id}, 404', () => {
  const withoutId = (body: unknown) => ({ ...(body as ErrorBody), request_id: '' });

  it('A job that does not exist is 404 [S-059 S-110]', async () => {
    expectError(await request(`/jobs/${randomUUID()}`, { caller: pro }), 404, 'job_not_found');
  });
  it('A job of another user is 404 [S-060 S-110]', async () => {
    expectError(await request(`/jobs/${finishedWell.id}`, { caller: other }), 404, 'job_not_found');
    expectError(
      await request(`/jobs/${finishedWell.id}`, { caller: other, method: 'DELETE' }),
      404,
      'job_not_found',
    );
    expectError(await download(other, finishedWell.id, 'text'), 404, 'job_not_found');
    expect((await listJobs(other)).items.map(({ id }) => id)).not.toContain(finishedWell.id);
    expect((await request(`/jobs/${finishedWell.id}`, { caller: pro })).status).toBe(200);
  });
  it('No UUID, unknown, another user’s: 404 with the same body [O-039]', async () => {
    for (const [method, tail] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/download/text'],
    ] as const) {
      const ids = ['no-uuid', randomUUID(), finishedWell.id];
      const answers = await Promise.all(
        ids.map((id) => request(`/jobs/${id}${tail}`, { caller: other, method })),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      const [first, ...rest] = answers.map(({ json }) => withoutId(json));
      expect(rest).toEqual([first, first]);
    }
  });

  it('These three 404s take the same time [O-005]', async () => {
    const ids = ['no-uuid', randomUUID(), finishedWell.id];
    const timesMs: number[][] = ids.map(() => []);
    // Taken in turns, so that whatever else the machine does meets all three alike.
    for (let round = 0; round < 60; round += 1) {
      for (const [index, id] of ids.entries()) {
        const began = performance.now();
        await request(`/jobs/${id}`, { caller: other });
        timesMs[index]?.push(performance.now() - began);
      }
    }
    // What the machine does besides only adds to a time: the fast ones say what the service itself takes.
    const fast = timesMs.map((times) => times.toSorted((a, b) => a - b)[6] ?? 0);
    const apart = Math.max(...fast) - Math.min(...fast);
    expect(apart, `10th percentiles in ms: ${fast}`).toBeLessThan(Math.max(5, Math.min(...fast) / 2));
  });
});
