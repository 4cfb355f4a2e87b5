/** The submitted file can be downloaded and submitted again. */
import { createHash } from 'node:crypto';
import { optionsPart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  accepted,
  done,
  download,
  type Job,
  pollUntil,
  remove,
  submitParts,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

const again = (id: string) => ({ name: 'source_job_id', content: id });

describe('GET /jobs/{id}/source', () => {
  it('answers the very bytes that were submitted, whole and in parts, to their owner alone', async () => {
    const caller = await account('pro');
    const file = makeDocument({ pages: 2 });
    const { id } = await accepted(caller, { file, fileName: 'Bericht März.pdf' });
    const answer = await request(`/jobs/${id}/source`, { caller });
    expect([answer.status, answer.bytes.equals(file)]).toEqual([200, true]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining("filename*=UTF-8''Bericht%20M%C3%A4rz.pdf"),
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      etag: `"${createHash('sha256').update(file).digest('hex')}"`,
    });
    const part = await request(`/jobs/${id}/source`, { caller, headers: { range: 'bytes=5-9' } });
    expect([part.status, part.bytes.equals(file.subarray(5, 10))]).toEqual([206, true]);
    const head = await request(`/jobs/${id}/source`, { caller, method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.length)]);
    expectError(await request(`/jobs/${id}/source`, { caller: await stranger() }), 404, 'job_not_found');
    await remove(caller, id);
    expectError(await request(`/jobs/${id}/source`, { caller }), 404, 'job_not_found');
  });
});

describe('POST /jobs with source_job_id', () => {
  it('converts the same file with other options, and each job stands alone', async () => {
    const caller = await freshAccount('pro');
    const file = makeDocument({ pages: 2 });
    const first = await done(caller, { file, fileName: 'report.pdf', options: { format: ['markdown'] } });
    const answer = await submitParts(caller, [again(first.id), optionsPart({ format: ['text'] })]);
    expect(answer.status).toBe(201);
    expect((await remove(caller, first.id)).status).toBe(204);
    const second = await pollUntil(caller, (answer.json as Job).id, ({ status }) => status === 'done');
    expect(Object.keys(second.download_urls)).toEqual(['text']);
    const text = await download(caller, second.id, 'text');
    expect(text.headers.get('content-disposition')).toContain('report.txt');
    const source = await request(`/jobs/${second.id}/source`, { caller });
    expect(source.bytes.equals(file)).toBe(true);
    expect((await me(caller)).pages_used).toBe(4);
  });

  it('refuses both, neither, and jobs the caller does not have', async () => {
    const caller = await account('pro');
    const { id } = await accepted(caller);
    expectFaultAt(await submitParts(caller, [again(id), pdfPart(makeDocument())]), 'source_job_id');
    expectFaultAt(await submitParts(caller, [pdfPart(makeDocument()), again(id)]), 'source_job_id');
    expectFaultAt(await submitParts(caller, [optionsPart({})]), 'file');
    expectError(await submitParts(await stranger(), [again(id)]), 404, 'job_not_found');
    expectError(await submitParts(caller, [again('nonsense')]), 404, 'job_not_found');
    await remove(caller, id);
    expectError(await submitParts(caller, [again(id)]), 404, 'job_not_found');
  });
});
