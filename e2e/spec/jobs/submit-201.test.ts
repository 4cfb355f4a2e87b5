/** POST /jobs, 201: what is accepted, and the Job object that comes back. */

import { optionsPart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import {
  fieldsOf,
  jobFields,
  timestampPattern,
  uuidPattern,
} from '@octavo/testkit/service-under-test/exact-fields.ts';
import { type Job, remove, submit, submitParts } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { type Reply, request } from '@octavo/testkit/service-under-test/request.ts';
import { slowSubmission } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let answer: Reply;
let job: Job;

beforeAll(async () => {
  pro = await account('pro');
  answer = await submit(pro, { options: { format: ['text'] } });
  job = answer.json as Job;
  expect(answer.status, answer.text).toBe(201);
});

describe('POST /jobs, 201', () => {
  it('Structured bodies are JSON [S-002]', async () => {
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('File uploads are multipart/form-data (the same file in a JSON body is refused) [S-003]', async () => {
    const body = JSON.stringify({ file: makeDocument().toString('base64') });
    const headers = { 'content-type': 'application/json' };
    const refused = await request('/jobs', { method: 'POST', caller: pro, headers, body });
    expect(refused.status).toBe(400);
  });

  it('A client submits a PDF, with optional parser options, as a job [S-004 S-026]', async () => {
    expect(job.options).toMatchObject({ format: ['text'] });
  });

  it('The submit call returns at once, before the conversion, with status pending [S-005]', async () => {
    const began = performance.now();
    const slow = await submit(pro, slowSubmission());
    const tookMs = performance.now() - began;
    expect(slow.status).toBe(201);
    const { id, status } = slow.json as Job;
    const after = (await request(`/jobs/${id}`, { caller: pro })).json as Job;
    await remove(pro, id);
    expect(status).toBe('pending');
    expect(['pending', 'processing']).toContain(after.status);
    // The conversion alone takes more than this.
    expect(tookMs).toBeLessThan(10_000);
  });

  it('id is a UUID [S-013]', async () => expect(job.id).toMatch(uuidPattern));
  it('user_id is the identifier of the owner [S-014]', async () =>
    expect(job.user_id).toBe((await me(pro)).id));
  it('options include at least format, reading_order and table_method [S-017]', async () => {
    expect(fieldsOf(job.options)).toEqual(
      expect.arrayContaining(['format', 'reading_order', 'table_method']),
    );
  });
  it('page_count is null on a new job [S-018]', async () => expect(job.page_count).toBeNull());
  it('created_at is an ISO 8601 UTC timestamp of the creation [S-022]', async () => {
    expect(job.created_at).toMatch(timestampPattern);
    expect(Math.abs(Date.parse(job.created_at) - Date.now())).toBeLessThan(300_000);
  });
  it('download_urls is an empty object while the job is pending [S-024]', async () =>
    expect(job.download_urls).toEqual({}));
  it('pending: queued, waiting for a worker [S-049 S-067]', async () => {
    expect({ status: answer.status, job: job.status }).toEqual({ status: 201, job: 'pending' });
  });
  it('An accepted submit gives 201, pending, null page_count and error_message, empty download_urls [S-053]', async () => {
    expect(job).toMatchObject({
      status: 'pending',
      page_count: null,
      error_message: null,
      download_urls: {},
    });
  });
  it('201: a job or a key was created (a job) [S-104]', async () => {
    expect(answer.status).toBe(201);
    expect((await request(`/jobs/${job.id}`, { caller: pro })).status).toBe(200);
  });
  it('A Job holds exactly the fields of the specification (at submission) [O-002]', async () =>
    expect(fieldsOf(job)).toEqual(jobFields));

  it('The part options may be left out and is then {} [S-066]', async () => {
    const without = await submitParts(pro, [pdfPart(makeDocument())]);
    const empty = await submitParts(pro, [pdfPart(makeDocument()), optionsPart('{}')]);
    expect([without.status, empty.status]).toEqual([201, 201]);
    expect((without.json as Job).options).toEqual((empty.json as Job).options);
  });

  it('options are a JSON-encoded string in the submit call (before the file as well as after it) [S-026]', async () => {
    const before = await submitParts(pro, [optionsPart({ format: ['html'] }), pdfPart(makeDocument())]);
    expect(before.status, before.text).toBe(201);
    expect((before.json as Job).options).toMatchObject({ format: ['html'] });
  });
});
